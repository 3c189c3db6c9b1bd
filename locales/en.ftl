# The English of the bot. How to change it or to add a language: docs/translating.md.

## What the program needs to know of the language

# How it is called in itself.
language = English
# Whose numbers, dates and lists it writes: any code of Unicode's CLDR.
locale = en-GB
# Between words, between clauses, and between two readings of which one is asked for.
list = { $before }, { $last }
clauses = { $before }, { $last }
and = { $before } and { $last }
or = { $before } or { $last }
which = { $before } or { $last }
# In numbers, of two digits each but the year.
date = { $year }-{ $month }-{ $day }
# Where Telegram does not show the reader's own time.
moment = { $date } { $clock } UTC

## Words of several sections: others refer to them, with the same variables

wallets =
    { $count ->
        [one] { $count } wallet
       *[other] { $count } wallets
    }
# The same, where the receivers of an order are counted.
receivers =
    { $receivers ->
        [one] { $receivers } wallet
       *[other] { $receivers } wallets
    }
minutes =
    { $count ->
        [one] { $count } minute
       *[other] { $count } minutes
    }
hours =
    { $count ->
        [one] { $count } hour
       *[other] { $count } hours
    }
days =
    { $count ->
        [one] { $count } day
       *[other] { $count } days
    }
resource =
    { $resource ->
        [energy] Energy
       *[bandwidth] Bandwidth
    }
units = { $amount } { resource }
# Energy, sometimes with Bandwidth.
rented =
    { $bandwidth ->
        [none] { units }
       *[other] { units } + { $bandwidth } Bandwidth
    }
# On a line of its own. isSum: the wallets get different amounts.
rental =
    { $isSum ->
        [yes] { receivers }: { rented }, { $duration }
       *[no]
            { $receivers ->
                [1] { rented }, { $duration }
               *[other] { $receivers } × { rented }, { $duration }
            }
    }
# How much can be had now.
deliverable =
    { $free ->
        [0]
            { $isLocked ->
                [yes] No { resource } can be locked for this time right now.
               *[no] No { resource } is free right now.
            }
       *[other]
            { $isLocked ->
                [yes]
                    { $receivers ->
                        [1] Only { $free } { resource } can be locked for this time now.
                       *[other] Only { $free } { resource } in all can be locked for this time now.
                    }
               *[no]
                    { $receivers ->
                        [1] Only { $free } { resource } can be delivered now.
                       *[other] Only { $free } { resource } can be delivered now in all.
                    }
            }
    }
top-up =
    { $takesDeposits ->
        [yes] To top up: /deposit
       *[no] To top up, write to { operator } and quote your customer id <code>{ $customerId }</code>
    }
# Whom to write to.
operator =
    { $contact ->
        [none] the operator
       *[other] { $contact }
    }
# What was typed, at the beginning of a sentence.
that =
    { $said ->
        [none] That
       *[other] “{ $said }”
    }
# As short as a button needs it.
short-minutes = { $count }m
short-hours = { $count }h
short-days = { $count }d
such-as = a number such as 65000 or 65k.
whole-sun = a whole number of SUN such as 55.
nothing-charged = Nothing was charged.
dropped = Order dropped. { nothing-charged } Start again with /buy.
as-yourself = Write as yourself (Remain anonymous off), or order in private.
as-csv = Save it as CSV (UTF-8) with the wallets in the first column, and send that.
letters = 1 to 32 letters, digits, - and _, one of them a letter
ethereum = This is an Ethereum-style address. TRON addresses begin with T.
hex = This is an address in hex. Send it as wallets show it: it begins with T.

## account

not-understood =
    { $said ->
        [none] I did not understand that.
       *[other] I did not understand “{ $said }”.
    }
others-question = This is { $name }'s question; only their answer counts. Order yourself with /buy.
unknown-name-near = No wallet named { $name } in your /book. Did you mean { $near }?
unknown-names = No wallet named { $names } in your /book.
menu =
    <b>Energy Desk</b>
    { $gift ->
        [none] Rent TRON Energy and Bandwidth in seconds.
       *[other] You have { $gift } TRX to try it.
    }
    Tap Buy Energy, or paste a wallet address.
balance = <b>Balance { $available } TRX</b>
menu-held-for-orders = Held for orders: { $forOrders } TRX
menu-held-for-bookings =
    { $count ->
        [one] Held for { $count } booking: { $amount } TRX
       *[other] Held for { $count } bookings: { $amount } TRX
    }
menu-held-for-withdrawals = Held for withdrawals: { $forWithdrawals } TRX
credited =
    <b>+{ $amount } TRX</b>
    The balance is { $available } TRX now.
credited-order-lacks = Your order still lacks { $missing } TRX.

## deposit

deposit-card = <b>Deposit address, { $network } (TRC20) only</b>
deposit-card-amounts =
    TRX: at least { $minimumTrx } TRX
    { $usdtMinimum ->
        [none] USDT: not taken now
       *[other]
            { $usdtRate ->
                [none] USDT: at least { $usdtMinimum } USDT. There is no rate now; what you send waits for the next one.
               *[other] USDT: at least { $usdtMinimum } USDT. 1 USDT = { $usdtRate } TRX now; the rate at the block of your transfer counts.
            }
    }
deposit-card-notes =
    Credited about a minute after your transfer is in a block, once that is final. The address stays the same.
    ⚠️ Other tokens, and coins sent on another network, are not credited.
deposit-off = Deposits are not credited automatically here.
deposit-copy = Copy address
deposit-seen =
    <b>🔔 On the way: { $amount }</b>
    The transfer is in a block. It is credited in about a minute.
deposit-credited = <b>🔔 Deposit credited: +{ $creditedTrx } TRX</b>
deposit-credited-rate = { $amount } at { $rate } TRX each
deposit-credited-balance = The balance is { $available } TRX now.
deposit-at-retired =
    <b>🔔 Sent to an old address: { $amount }</b>
    The operator decides by hand whether it is credited, as this address must not be used any more. Pay in only at the one that /deposit shows.
deposit-address-retired =
    <b>⚠️ Do not use your old deposit address any more</b>
    { $address }
    What is sent there may be lost. Remove it wherever you have saved it; /deposit shows your new one.
deposit-review =
    <b>🔔 Being checked: { $amount }</b>
    Your transfer has come. It is credited after a check; you get a message then.
deposit-tiny = 🔔 Not credited: { $amount } is far below the minimum. More such transfers today are listed without a message.
deposit-waits-for-rate =
    <b>🔔 Waiting for a rate: { $amount }</b>
    Your transfer has come. It is credited as soon as the desk sets its rate of USDT, at that rate.
deposit-refused =
    <b>🔔 Not credited: { $amount }</b>
    The operator has checked this transfer and has not credited it.
    Write to { operator } and quote your customer id <code>{ $customerId }</code>
deposit-uncredited =
    <b>🔔 Not credited: { $amount }</b>
    { $minimum ->
        [none] Your transfer has come, but { $asset } is not taken now.
       *[other] Your transfer has come, but it is less than the minimum of { $minimum }.
    }
    Write to { operator } and quote your customer id <code>{ $customerId }</code>

## buttons

buttons-buy-energy = Buy Energy
buttons-buy-bandwidth = Buy Bandwidth
buttons-orders = Orders
buttons-balance = Balance
buttons-deposit = Deposit
buttons-withdraw = Withdraw
buttons-help = Help
buttons-back = Back
buttons-cancel = Cancel
buttons-other = Other
buttons-type-fast = Best price now
buttons-type-manual = Manual
buttons-resource-energy = Energy
buttons-resource-bandwidth = Bandwidth
buttons-next = Continue with { wallets }
buttons-in-order =
    { $isMore ->
        [yes] In order: { $amounts } …
       *[no] In order: { $amounts }
    }
buttons-preset =
    { $use ->
        [none] { $amount }
        [usdt]
            { $times ->
                [1] { $amount } · USDT transfer
               *[other] { $amount } · { $times } USDT transfers
            }
       *[usdtNew]
            { $times ->
                [1] { $amount } · recipient new to USDT
               *[other] { $amount } · { $times } recipients new to USDT
            }
    }
buttons-preset-short =
    { $use ->
        [none] { $amount }
        [usdt]
            { $times ->
                [1] { $amount } · USDT transfer
               *[other] { $amount } · { $times }× USDT
            }
       *[usdtNew]
            { $times ->
                [1] { $amount } · new to USDT
               *[other] { $amount } · { $times }× new to USDT
            }
    }
# A choice with what it costs.
buttons-priced = { $label } · { $total } TRX
buttons-field = ✏️ { $value }
buttons-change = ✏️ Change
buttons-pay = Pay { $total } TRX
buttons-pay-again = Yes, pay { $total } TRX
buttons-name-your-price = Manual: my price
buttons-ask = Ask { $contact }
buttons-copy-amount = Copy { $amount }
buttons-check-again = Check the balance again
buttons-back-to-order = Back to the order
buttons-new-quote = New quote
buttons-buy = Buy
buttons-take = Take { $amount }
buttons-add-bandwidth = + Bandwidth
buttons-drop-bandwidth = No Bandwidth
buttons-take-affordable = Take { $amount }: the balance covers it
buttons-try-again = Try again
buttons-retry = Retry
buttons-private-chat = Open private chat
buttons-repeat = Repeat
buttons-rent-missing = Rent { $amount } more
buttons-refresh = Refresh
buttons-copy-receiver = Copy wallet
buttons-cancel-booking =
    { $receivers ->
        [1] Cancel booking { $amount } · { $receiver }
       *[other] Cancel booking { $receivers } × { $amount }
    }
buttons-order =
    { $isSum ->
        [yes] { receivers }: { units }
       *[no]
            { $receivers ->
                [1] { units } → { $receiver }
               *[other] { units } → { receivers }
            }
    }
buttons-older = Older
buttons-newest = Newest
buttons-receivers-field =
    { $first ->
        [none] Receivers: { $count }
       *[other] Receiver { $first }
    }
buttons-copy-order-id = Copy order id
buttons-copy-order-ids = Copy order ids
buttons-copy-one-order-id = Copy id { $first }
buttons-copy-some-order-ids = Copy ids { $first }–{ $last }

## commands

commands-start = Menu
commands-buy = Buy, step by step or in one line
commands-quote = Ask for the price only
commands-again = Your last order once more, or one by its id
commands-orders = Your orders
commands-order = One order, by its id
commands-balance = Your balance
commands-deposit = Top up with TRX or USDT
commands-withdraw = Take TRX out to your wallet
commands-stats = What you spent in 30 days, as a picture
commands-history = Every movement of your balance, as a CSV file
commands-settings = Notifications, payments and language
commands-book = Your names for wallets
commands-usdt = Energy for a USDT transfer
commands-sell = Sell your Energy and Bandwidth
commands-team = Your team: members and limits
commands-link = Link this group to a team, by its code
commands-key = Your API keys
commands-cancel = Drop the open card
commands-help = How it works

## wizard

wizard-title =
    { $resource ->
        [none] New order
        [energy] Buy Energy
       *[bandwidth] Buy Bandwidth
    }
wizard-title-own-price =
    { $resource ->
        [none] New order at your price
        [energy] Buy Energy at your price
       *[bandwidth] Buy Bandwidth at your price
    }
wizard-question-type =
    What kind of order?
    Best price now: all of it at once, from the desk or from sellers, whichever is cheaper. Manual waits for your price.
wizard-question-resource =
    What do you need?
    Energy: USDT and contracts. Bandwidth: TRX transfers.
wizard-question-receivers =
    Which wallets receive it?
    { $isGroup ->
        [yes] Reply to my question with up to { $maxReceivers } addresses or a CSV or TXT file.
       *[no] Paste up to { $maxReceivers } addresses or send a CSV or TXT file.
    }
wizard-question-receivers-known = Or tap one of yours.
wizard-question-amount =
    { $others ->
        [0]
            { $receivers ->
                [1] How much { resource }?
               *[other] How much { resource } for each wallet?
            }
        [1] How much { resource } for the other wallet?
       *[other] How much { resource } for each of the { $others } other wallets?
    }
wizard-question-amount-replaces = It replaces the amounts of all wallets.
wizard-question-amount-type =
    { $isGroup ->
        [yes] Reply to my question with { such-as }
       *[no] Type { such-as }
    }
wizard-question-amount-least = At least { $least }.
wizard-question-amount-priced = Prices for { $duration }.
wizard-question-price = Your price per unit of { resource }, in SUN?
wizard-question-price-type =
    { $isGroup ->
        [yes] Reply to my question with { whole-sun }
       *[no] Type { whole-sun }
    }
wizard-question-options =
    May it come in parts, from several sellers?
    { $awaitsText ->
        [yes]
            { $isGroup ->
                [yes] Reply to my question with the minimum part, such as 20000 or 20k.
               *[no] Type the minimum part, such as 20000 or 20k.
            }
       *[no] Whole only waits for one seller who has it all.
    }
wizard-taken = ✅ { wallets } taken
wizard-left-out = ⚠️ { $count } of { $total } left out
wizard-wallets-now = { wallets } now
wizard-own-amounts =
    { $count ->
        [1] 1 wallet has its own amount: { $total }
       *[other] { $count } wallets have their own amounts: { $total } in all
    }
wizard-alike-not-activated = ❌ { wallets } are not activated. Send each some TRX first.
wizard-alike-contract = ❌ { $count } addresses are contracts. Only wallets can receive.
wizard-alike-duplicate = ❌ { wallets } are listed twice, counted once
wizard-alike-checksum = ❌ { $count } addresses are mistyped (checksum does not match)
wizard-alike-refused = ❌ { $count } addresses are the desk's own, or nobody's. Name wallets of yours.
wizard-alike-ethereum = ❌ { $count } addresses are Ethereum-style. TRON addresses begin with T.
wizard-alike-hex = ❌ { $count } addresses are in hex. Send them as wallets show them: they begin with T.
wizard-more-refused = ❌ and { $count } more that cannot be used
# Below a list of those that a sentence has counted.
wizard-more-alike = and { $count } more
wizard-beyond-limit =
    { $count ->
        [one] ⚠️ { $count } more waits: at most { $maxReceivers } at once. It comes next, once these are paid.
       *[other] ⚠️ { $count } more wait: at most { $maxReceivers } at once. They come next, once these are paid.
    }
wizard-low-energy = ⚠️ With less than { $least }, a USDT transfer still burns TRX.
wizard-line-problem-UNKNOWN_WORD =
    { $hint ->
        [none] ❌ “{ $word }”: not understood
       *[other] ❌ “{ $word }”: did you mean { $hint }?
    }
wizard-line-problem-TWO_AMOUNTS = ❌ “{ $word }”: more than one amount ({ $hint })
wizard-line-problem-TWO_DURATIONS = ❌ “{ $word }”: more than one duration ({ $hint })
wizard-line-problem-TWO_RESOURCES = ❌ “{ $word }”: more than one resource ({ $hint })
wizard-line-problem-AMOUNT_NOT_UNDERSTOOD = ❌ “{ $word }”: not an amount; write 65000 or 65k
wizard-line-problem-AMOUNT_AMBIGUOUS = ❌ “{ $word }”: { $hint }?
wizard-line-problem-AMOUNT_TOO_SMALL = ❌ “{ $word }”: too little; at least { $hint }
wizard-line-problem-AMOUNT_TOO_LARGE = ❌ “{ $word }”: too much; at most { $hint }
wizard-line-problem-DURATION_NOT_OFFERED = ❌ “{ $word }” is not offered. Take { $hint }.
wizard-line-problem-DURATION_NEEDS_UNIT = ❌ “{ $word }”: which unit? Write { $hint }
wizard-line-problem-TWO_TYPES = ❌ “{ $word }”: { $hint }?
wizard-line-problem-NOT_WITH_FAST = ❌ “{ $word }”: only Manual orders have that
wizard-line-problem-TWO_PRICES = ❌ “{ $word }”: more than one price ({ $hint } SUN)
wizard-line-problem-PRICE_NOT_UNDERSTOOD = ❌ “{ $word }”: not a price; write { $hint }
wizard-line-problem-PRICE_NOT_WHOLE = ❌ “{ $word }”: whole SUN only: { $hint }?
wizard-line-problem-PRICE_TOO_HIGH = ❌ “{ $word }”: too high; at most { $hint } SUN
wizard-line-problem-PARTIAL_OR_WHOLE = ❌ “{ $word }”: { $hint }?
wizard-line-problem-TWO_CHUNKS = ❌ “{ $word }”: more than one minimum part ({ $hint })
wizard-line-problem-CHUNK_NOT_UNDERSTOOD = ❌ “{ $word }”: not a minimum part; write { $hint }
wizard-line-problem-CHUNK_AMBIGUOUS = ❌ “{ $word }”: { $hint }?
wizard-line-problem-CHUNK_TOO_SMALL = ❌ “{ $word }”: parts are at least { $hint }
wizard-line-problem-CHUNK_TOO_LARGE = ❌ “{ $word }”: more than the order's { $hint }
wizard-line-problem-WHOSE_AMOUNTS = ❓ “{ $word }”: which wallet gets how much? Give one amount for all, or send each wallet with its amount on its own line.
wizard-line-problem-COLUMN_NOT_READ =
    { $hint ->
        [none] ❓ “{ $word }”: are these the amounts? Give one amount for all, or send the list again with numbers such as 65000.
       *[other] ❓ “{ $word }”: are these the amounts? Give one amount for all, or send the file again with the title “{ $hint }” and numbers such as 65000.
    }
wizard-line-problem-NOT_TWO_WALLETS = ❌ Two wallets needed: sender first, then recipient
wizard-more-problems = ❌ and more words
wizard-question-duration = For how long?
wizard-question-duration-same = { $durations } cost the same.
wizard-refused-checksum = ❌{"\u00A0"}<code>{ $address }</code>: mistyped (checksum does not match)
wizard-refused-not-activated = ❌{"\u00A0"}<code>{ $address }</code> is not activated. Send it some TRX first.
wizard-refused-contract = ❌{"\u00A0"}<code>{ $address }</code> is a contract. Only wallets can receive.
wizard-refused-refused = ❌{"\u00A0"}<code>{ $address }</code> is an account of the desk, or nobody's. Name a wallet of yours.
wizard-refused-duplicate = ❌{"\u00A0"}<code>{ $address }</code>: listed twice, counted once
wizard-refused-no-address = ❌{"\u00A0"}<code>{ $address }</code> is not an address
wizard-refused-no-such-name = ❌{"\u00A0"}<code>{ $address }</code> is not in your address book. See /book.
wizard-refused-ethereum = ❌{"\u00A0"}<code>{ $address }</code> is an Ethereum-style address. TRON addresses begin with T.
wizard-refused-hex = ❌{"\u00A0"}<code>{ $address }</code> is an address in hex. Send it as wallets show it: it begins with T.
wizard-refused-no-amount = ❌{"\u00A0"}<code>{ $address }</code>: amount not clear, write it as 65000 or 65k
wizard-refused-too-little = ❌{"\u00A0"}<code>{ $address }</code>: too little, at least { $leastEnergy } Energy or { $leastBandwidth } Bandwidth
wizard-refused-too-much = ❌{"\u00A0"}<code>{ $address }</code>: too much, at most { $most }

## confirm

confirm-locked = 🔒 Locked on chain for the whole time, or not delivered
confirm-capacity-short = ⚠️ { deliverable }
confirm-title = <b>{ $total } TRX for { rental }</b>
confirm-title-at-most =
    <b>{ $now ->
        [none] At most { $total } TRX for { rental }
       *[other] At most { $total } TRX, about { $now } TRX now, for { rental }
    }</b>
confirm-quote-title = <b>Quote: { $total } TRX for { rental }</b>
confirm-no-price-title = <b>{ rental }</b>
confirm-asking = ⏳ Getting a price…
confirm-per-receiver = { $each } TRX for each wallet, { $total } TRX in all
confirm-balance = Balance { $before } → { $after } TRX
confirm-short = ⚠️ Balance { $before } TRX: { $missing } TRX missing
confirm-comes-back = If it is credited within 24 hours, this order comes back here with its Pay button.
confirm-short-in-group = ⚠️ Not enough balance; details in our private chat.
# What the Energy of each wallet is for; first: transfers to a wallet without USDT.
confirm-energy-for =
    { $first ->
        [0] { batch-energy-for } to a wallet with USDT
       *[other] { batch-energy-for }
    }
confirm-ends = Ends about { $at }
confirm-extension =
    { $minutes ->
        [0] Runs { $from } to { $to }. Your current rental ends before it begins.
        [1] Runs { $from } to { $to }. The minute until your current rental ends is paid twice.
       *[other] Runs { $from } to { $to }. The { $minutes } minutes until your current rental ends are paid twice.
    }
confirm-burn =
    { $days ->
        [1] Burning TRX would cost { $burn } TRX: you save { $saved } TRX
       *[other] Burning TRX on each of { $days } days would cost { $burn } TRX: you save { $saved } TRX
    }
confirm-burn-cheaper =
    { $days ->
        [1] ⚠️ Burning TRX is cheaper now: { $burn } TRX, { $more } TRX less
       *[other] ⚠️ Burning TRX on each of { $days } days is cheaper now: { $burn } TRX, { $more } TRX less
    }
confirm-burn-unknown = What burning TRX would cost is unknown right now
confirm-receivers =
    { $count ->
        [1] For this wallet:
       *[other] For these { $count } wallets:
    }
confirm-payer = { $name }'s order
confirm-held-until = Price held until { $at }
confirm-held-while-offered = Price until { $at }, while the offers last
confirm-not-held = ⌛ Price no longer held: it is checked when you pay, and you never pay more
confirm-lapsed = ⚠️ This price has expired. Tap New quote.
confirm-sellers =
    { $isMost ->
        [yes] From sellers at up to { $priceSun } SUN; the desk's own price is { $desk } TRX
       *[no] From sellers at { $priceSun } SUN; the desk's own price is { $desk } TRX
    }
confirm-to-others =
    { $until ->
        [none] { $priceSun } SUN is not for { manual-market-wallets } now
       *[other] { $priceSun } SUN for { manual-market-wallets } from { $until }
    }
confirm-asks-again = ⚠️ Please confirm: pay { $total } TRX?
confirm-explanation = { $factors } = { $total } TRX
confirm-price = { $priceSun } SUN
confirm-same-for-day = Up to 1 day costs the same
confirm-part-of-day = Anything up to a day costs one day's price

## noPay

no-pay-asking = Getting a price…
no-pay-lapsed = Price expired
no-pay-asks-again = Confirm above
no-pay-changes = Tap what you want to change
no-pay-balance = Not enough balance
no-pay-capacity =
    { $free ->
        [0] No { resource } available
       *[other] Only { $free } { resource } available
    }
no-pay-wallets = A wallet cannot receive it
no-pay-floor = Price below the floor
no-pay-other = Cannot be paid now

## closed

closed-replaced = This card was replaced by a newer card. Nothing was charged here.
closed-paid = Paid. The order's card shows its progress.
closed-replaced-unanswered = ↓ replaced by a newer card
closed-continued = ↓ continued below
closed-draft = This card is closed. Start again with /buy.

## notices

notices-VALIDATION_FAILED = This cannot be ordered.
notices-VALIDATION_FAILED-end = { nothing-charged } Change it and try again.
notices-UNAUTHORIZED = You have no account here yet. Send /start to the bot in private.
notices-INSUFFICIENT_BALANCE-in-group = Not enough balance; details in our private chat.
notices-INSUFFICIENT_BALANCE = Not enough balance. { nothing-charged }
notices-INSUFFICIENT_BALANCE-missing = Missing: { $missingAmount } of { $missingRequired } TRX
notices-FORBIDDEN = You may not do this. { nothing-charged } Ask the operator of the desk.
notices-NOT_FOUND = That no longer exists. Start again with /buy.
notices-ORDER_NOT_FOUND =
    { $isGroup ->
        [yes] You have no order with this id. /orders in our private chat lists yours; only its owner can open another person's order.
       *[no] You have no order with this id. See /orders.
    }
notices-NO_CAPACITY =
    { deliverable } { nothing-charged }
    { $takeUnits ->
        [none] Order less, or try again in a few minutes.
       *[other]
            { $receivers ->
                [1] Take { $takeUnits }, or try again in a few minutes.
               *[other] Take { $takeUnits } for each wallet, or try again in a few minutes.
            }
    }
notices-NOT_CANCELABLE = All of it was delivered already: there is nothing to cancel.
notices-NOT_CHANGEABLE = This order is no longer open and can't be changed.
notices-REFERENCE_USED = Another order of yours has this reference.
notices-IDEMPOTENCY_IN_PROGRESS = This order is being placed already. See /orders in a moment.
notices-IDEMPOTENCY_KEY_REUSED = This card has placed an order already. See /orders.
notices-TOO_MANY_OPEN = You have 20 withdrawals under way. Cancel one, or wait until one is paid.
notices-BODY_TOO_LARGE = That is too much at once. Send fewer addresses.
notices-CHALLENGE_EXPIRED = That text to sign has expired. Ask for a new one over the API.
notices-SIGNATURE_INVALID = That signature was not made with the account's key. Sign the text as it is.
notices-PERMISSION_MISSING = The account does not let the desk delegate. The API says how to.
notices-RATE_LIMITED =
    { $limit ->
        [none] Too much at once. { nothing-charged } Try again in a moment.
       *[other] At most { $limit } of your orders may be open, cancelled or expired in a day. { nothing-charged } Wait until some are delivered, or try again tomorrow (UTC).
    }
notices-INTERNAL = Something went wrong here. Look at /orders, then try again.
notices-CHAIN_UNAVAILABLE = The desk cannot check wallets now, nothing was charged. Try again.
notices-BUSY = Many orders wait for the network. { nothing-charged } Try again in a minute.
notices-DESK_HALTED = No new orders now, running ones go on. { nothing-charged } Try again later.
notices-OUTCOME_UNKNOWN = It is not known yet whether this was done. Look at /orders before you try again.
notices-SHUTTING_DOWN = The desk is restarting. { nothing-charged } Try again in a moment.
notices-AMOUNT_AMBIGUOUS =
    { $said ->
        [none] Is that { $readings }? Type { such-as }
       *[other] Is “{ $said }” { $readings }? Type { such-as }
    }
notices-AMOUNT_NOT_UNDERSTOOD = { that } is not an amount. Type { such-as }
notices-DURATION_NOT_OFFERED =
    { $count ->
        [0] { that } is not a duration on offer. Tap one, or type one such as 1h or 3d.
       *[other] { that } is not offered. Take { $readings }.
    }
notices-NO_ADDRESS =
    { $said ->
        [none] There is no TRON address in that. Addresses start with T.
       *[other] There is no TRON address in “{ $said }”. Addresses start with T.
    }
notices-PRICE_BELOW_FLOOR =
    { $priceAsked ->
        [none] The price is below the floor. { nothing-charged } Raise it.
       *[other] { $priceAsked } SUN is below the floor of { $priceFloor } SUN. { nothing-charged } Raise it.
    }
notices-PRICE_NOT_UNDERSTOOD = { that } is not a price. Type { whole-sun }
notices-AMOUNT_TOO_SMALL =
    { $said ->
        [none] At least { $limit } for each wallet.
       *[other] “{ $said }” is too little. At least { $limit } for each wallet.
    }
notices-AMOUNT_TOO_LARGE =
    { $said ->
        [none] At most { $limit } for each wallet.
       *[other] “{ $said }” is too much. At most { $limit } for each wallet.
    }
notices-PRICE_TOO_HIGH =
    { $said ->
        [none] At most { $limit } SUN.
       *[other] “{ $said }” is too high. At most { $limit } SUN.
    }
notices-CHUNK_TOO_SMALL =
    { $said ->
        [none] A part is at least { $limit }.
       *[other] “{ $said }” is too little. A part is at least { $limit }.
    }
notices-CHUNK_TOO_LARGE =
    { $said ->
        [none] A part is at most the { $limit } of the order.
       *[other] “{ $said }” is too much. A part is at most the { $limit } of the order.
    }
notices-PRICE_NOT_WHOLE =
    { $said ->
        [none] A price is in whole SUN. Type { whole-sun }
       *[other] “{ $said }” is not whole. A price is in whole SUN. Type { whole-sun }
    }
notices-PRICE_NOT_WHOLE-readings =
    { $said ->
        [none] Whole SUN only: { $readings }?
       *[other] “{ $said }” is not whole. Whole SUN only: { $readings }?
    }
notices-unreadable = The desk could not read that. { nothing-charged } Start again with /buy.
notices-lapsed = The price has expired. { nothing-charged } Tap New quote.
notices-bad-wallets = These wallets cannot receive it:
notices-bad-wallets-change = Change them. { nothing-charged }

## batch

batch-headline-safe =
    { $of ->
        [1] ✅ Delivered: safe to send
       *[other] ✅ All { $of } delivered: safe to send
    }
batch-headline-underWay =
    { $of ->
        [1] ⏳ On its way
       *[other] ⏳ On its way: { $delivered } of { $of } wallets
    }
batch-headline-resting =
    { $of ->
        [1] ⏳ Waiting in the order book
       *[other] ⏳ Waiting in the order book: { $delivered } of { $of } wallets
    }
batch-headline-partlyFilled =
    { $of ->
        [1] ⏳ Partly filled, the rest is waiting
       *[other] ⏳ Partly filled, the rest is waiting: { $delivered } of { $of } wallets
    }
batch-headline-cancelling =
    { $of ->
        [1] ⏳ Being cancelled
       *[other] ⏳ Being cancelled: { $delivered } of { $of } wallets
    }
batch-headline-ending = ⌛ Rentals are ending
batch-headline-ended = Rental is over
batch-headline-partlyDelivered =
    { $of ->
        [1] ⚠️ Delivered in part
       *[other] ⚠️ Delivered in part: { $delivered } of { $of } wallets
    }
batch-headline-cancelled = ❌ Cancelled, nothing delivered
batch-part = { $amount } { resource }
batch-delivered =
    { $receivers ->
        [1] ✅ Delivered: { rented }
       *[other]
            { $isSum ->
                [yes] ✅ All { $receivers } delivered: { rented } in all
               *[no] ✅ All { $receivers } delivered: { rented } each
            }
    }
batch-safe-to = ✅ Delivered: safe to send USDT to { $to }
batch-safe-to-holders =
    { $of ->
        [1] ✅ Delivered: safe to send USDT to a wallet that already holds USDT
       *[other] ✅ All { $of } delivered: safe to send USDT to a wallet that already holds USDT
    }
batch-safe-until = ⚠️ Only until another rental ends: { $at }
batch-too-little =
    { $receivers ->
        [1]
            { $isSum ->
                [yes]
                    { $isFirst ->
                        [yes] ⚠️ Delivered, too little for a USDT transfer to a wallet that holds none
                       *[no] ⚠️ Delivered, too little for a USDT transfer
                    }
               *[no]
                    { $isFirst ->
                        [yes] ⚠️ Delivered: { $amount } Energy, too little for a USDT transfer to a wallet that holds none
                       *[no] ⚠️ Delivered: { $amount } Energy, too little for a USDT transfer
                    }
            }
       *[other]
            { $isSum ->
                [yes]
                    { $isFirst ->
                        [yes] ⚠️ All { $receivers } delivered, too little for a USDT transfer to a wallet that holds none
                       *[no] ⚠️ All { $receivers } delivered, too little for a USDT transfer
                    }
               *[no]
                    { $isFirst ->
                        [yes] ⚠️ All { $receivers } delivered: { $amount } Energy each, too little for a USDT transfer to a wallet that holds none
                       *[no] ⚠️ All { $receivers } delivered: { $amount } Energy each, too little for a USDT transfer
                    }
            }
    }
batch-safe-for-some = ⚠️ All { $of } delivered, safe to send: { $safe } of { $of } wallets
batch-energy-for =
    { $receivers ->
        [1] Energy
       *[other] Each wallet: Energy
    } for { $transfers ->
        [one] { $transfers } USDT transfer
       *[other] { $transfers } USDT transfers
    }{ $first ->
        [0] { "" }
       *[other] {", "}or { $first } to a wallet without USDT
    }
# The wallets had Energy before: what they can send is more.
batch-energy-for-more =
    { $receivers ->
        [1] { batch-energy-for }, on top of what the wallet already had
       *[other] { batch-energy-for }, on top of what it already had
    }
# fee_limit: the name that wallets and libraries have for it.
batch-fee-limit =
    Set fee_limit to at least { $limit } TRX{ $first ->
        [none] { "" }
       *[other] {", "}to a wallet without USDT { $first } TRX
    }
batch-not-safe = ⚠️ Not enough for a USDT transfer
batch-terms = { rental } · { $paid } TRX
batch-by =
    { $isKey ->
        [yes] Ordered by { $name } with an API key
       *[no] Ordered by { $name }
    }
batch-approved-by = approved by { $name }
batch-ends = Ends { $at }
batch-ends-between = Ends from { $first } to { $last }
batch-ended = Ended { $at }
batch-alike = { $count } × { $what }
batch-leg-state-planned = being sent
batch-leg-state-signed = being sent
batch-leg-state-sent = sent, waiting for a block
batch-leg-state-included = delivered
batch-leg-state-solidified = delivered, confirmed
batch-leg-state-over = rental is over
batch-leg-state-dead = failed, not charged
batch-unplanned = { $amount } looking for another seller
batch-transaction = transaction
batch-order = Order { $id }
batch-leg =
    { $amount ->
        [none] { $state }
       *[other] { $amount } { $state }
    }
batch-delegation =
    { $transaction ->
        [none] { batch-leg }
       *[other] { batch-leg } · { $transaction }
    }
batch-more-delegations =
    { $count ->
        [1] + { $count } part
       *[other] + { $count } parts
    }
batch-cancel-requested = cancelling; parts already signed will still be delivered
batch-improved = { $amount } TRX saved by a better price
batch-refunded = refunded { $amount } TRX
batch-waits-for-network = ⚠️ Still waiting for the network. This card updates itself.
batch-lacks-bandwidth =
    { $burn ->
        [none] { $bandwidth } Bandwidth
       *[other] { $bandwidth } Bandwidth ({ $burn } TRX will be burnt)
    }
# isFirst: to a wallet that has never held USDT, which takes more.
batch-sends =
    { $transfers ->
        [0]
            { $isFirst ->
                [yes] Not enough { resource } for a USDT transfer. Missing for one that holds none: { $lacking }
               *[no] Not enough { resource } for a USDT transfer. Missing: { $lacking }
            }
        [one]
            { $isFirst ->
                [yes] Enough { resource } for { $transfers } USDT transfer to a wallet that holds USDT. Missing for one that holds none: { $lacking }
               *[no] Enough { resource } for { $transfers } USDT transfer. Missing: { $lacking }
            }
       *[other]
            { $isFirst ->
                [yes] Enough { resource } for { $transfers } USDT transfers to a wallet that holds USDT. Missing for one that holds none: { $lacking }
               *[no] Enough { resource } for { $transfers } USDT transfers. Missing: { $lacking }
            }
    }
batch-cancelled = cancelled
batch-cancelled-by-customer = cancelled by you
batch-cancelled-by = cancelled by { $name }
batch-cancelled-not-activated = cancelled: wallet not activated
batch-cancelled-contract = cancelled: wallet is a contract
batch-cancelled-not-delivered = cancelled: not delivered in time
batch-cancelled-unread = cancelled: TRON could not be read in time
batch-cancelled-expired = expired
batch-cancelled-restored = cancelled: the desk was restored from a backup

## booking

booking-starts = Starts { $from }, a minute before your current rental ends, and runs to { $to }. The desk's own price is held until then; cancel any time before.
booking-now = Start now, { $total } TRX
booking-later = Start when it ends, { $total } TRX
booking-later-short = Start then, { $total } TRX
booking-open = <b>🕓 Booked:</b> becomes an order { $due }
booking-terms =
    { $isHeld ->
        [yes] { rental } · { $held } TRX held
       *[no] { rental } · { $held } TRX given back
    }
booking-old = The old rental ends { $end }
booking-returned = The booking is over, its money is back
booking-reason-cancelled = cancelled by you
booking-reason-noCapacity = nobody could deliver it when it was due
booking-reason-closed = the desk took no new orders when it was due
booking-reason-belowFloor = its price was below the floor by then
booking-reason-receiver = a wallet could not receive it
booking-reason-late = the desk did not run when it was due
booking-reason-member = who booked it may no longer order for the team
booking-reason-restored = the desk was restored from a backup
booking-book = Start when it ends, hold { $total } TRX
booking-book-short = Start then, hold { $total } TRX
booking-book-again = Yes, hold { $total } TRX
booking-asks-again = ⚠️ Please confirm: hold { $total } TRX?
booking-not-amounts = Only wallets with the same amount can be booked for the end of your rental; this starts now.
booking-not-bandwidth = An order with Bandwidth can't be booked for the end of your rental; this starts now.
booking-already = ⚠️ Already booked: an extension starts { $start }, { $held } TRX held. This one would start now; cancel the other in /orders.

## orders

orders-title = Your orders
orders-question =
    <b>Which order?</b>
    Tap it below, or send its id.
orders-empty =
    <b>No orders yet</b>
    Buy the first one with /buy, or paste a wallet address.
orders-line = { $at } · { rental } · { $paid } TRX · { $state }
orders-booked = 🕓 Booked, starts { $at } · { rental } · { $held } TRX held
orders-asks-to-end = <b>Cancel this booking?</b> Its money comes back; its price is not held any more.
orders-end = Yes, cancel it
orders-more-booked = 🕓 and { $count } more booked
orders-state-safe = ✅ delivered
orders-state-underWay = ⏳ on its way
orders-state-resting = ⏳ waiting in the order book
orders-state-partlyFilled = ⏳ filled in part
orders-state-cancelling = ⏳ being cancelled
orders-state-ending = ⌛ ending
orders-state-ended = over
orders-state-partlyDelivered = ⚠️ delivered in part
orders-state-cancelled = ❌ cancelled

## settings

settings-title = Settings
settings-group-title = Settings of this group
settings-hint = Tap one to change it: on, silent, off.
settings-group-hint = For the group. Only its admins can change it; notifications are for orders placed here.
settings-late-hint = “If late”: only if it took more than 15 s or ten messages stand below the order.
settings-kind-completed = Delivered
settings-kind-partial = Delivered in part
settings-kind-cancelled = Cancelled, refunds
settings-kind-ending = Rental ends soon
settings-kind-balance = Low balance
settings-kind-sale = Sales
settings-mode-late = if late
settings-mode-on = on
settings-mode-silent = silent
settings-mode-off = off
settings-button-kind = { $kind }: { $mode }
settings-limit =
    { $limit ->
        [none] No alert for a low balance
       *[other] Alert me when my balance drops below { $limit } TRX
    }
settings-already-below = ⚠️ Your balance is already below that: { $available } TRX. You will be told the next time it falls below.
settings-limit-button = Limit: { $limit } TRX
settings-orders =
    { $from ->
        [none] No alert for orders by API keys
       *[other] Alert me when API keys order for { $from } TRX or more, at once or within an hour
    }
settings-orders-button =
    { $from ->
        [none] Orders by API keys: off
       *[other] Orders by API keys: from { $from } TRX
    }
settings-ask-orders = Alert me when API keys order for how many TRX or more, at once or within an hour? Type an amount such as 50.
settings-no-limit = No limit
settings-no-limit-yet = Alert me at a low balance
settings-ask-above =
    { $trx ->
        [none] Never ask me to confirm a payment
        [0] Ask me to confirm every payment
       *[other] Ask me to confirm payments above { $trx } TRX
    }
settings-ask-above-button =
    { $trx ->
        [none] Never confirm
        [0] Always confirm
       *[other] Confirm above { $trx } TRX
    }
settings-ask-limit = Alert me below how many TRX? Type an amount such as 50.
settings-bad-limit = { that } is not an amount of TRX. Type a number such as 50 or 12.5, at most 6 decimals.
settings-language = Language: { $name }
settings-as-client = as in Telegram
settings-language-button = 🌐 Language
settings-admins-only = Only admins of this group can change that.
settings-cannot-ask = Telegram could not be asked whether you are an admin. Try again in a moment.

## sell

sell-title = Sell Energy and Bandwidth
sell-list = Your accounts that sell:
sell-account =
    { $address }
    { $state ->
        [onSale] ✅ on sale, { $earned } TRX to be paid out
        [paused] ⏸ paused, { $earned } TRX to be paid out
       *[idle] ⏸ nothing on sale, { $earned } TRX to be paid out
    }
sell-more-accounts = and { $count } more
sell-address =
    Which account do you want to sell from?
    Send its address. It needs staked TRX; your TRX stay in it, and you can stop at any time.
    The desk keeps { $commission } % of each sale.
sell-permission-title = Let the desk delegate
sell-permission-account = Account { $address }
sell-permission-no-key = ❌ No active permission of the account names the desk yet.
sell-permission-weight = ❌ The threshold is { $needs }, the desk's weight { $has }: one must reach the other.
sell-permission-fine = ✅ The desk can delegate and take back.
sell-permission-steps =
    Give the desk an active permission for two operations and no more:
    1. TronLink: Settings, Permission management. TronScan: connect the wallet, then Permissions of your account.
    2. Add an active permission. Leave the owner permission as it is.
    3. Operations: only Delegate Resources (DelegateResource) and Reclaim Resources (UnDelegateResource).
    4. Key: { $operator }, weight 1. Threshold: 1.
    5. Confirm; the network charges 100 TRX for it. Then tap Check.
sell-challenge-title = Show that the account is yours
sell-challenge-ask = Sign this text as it is, with the account's own key. It moves nothing. Tap it to copy:
sell-challenge-how =
    1. In any wallet that signs messages (signMessageV2, TIP-191): scan the QR code, or paste the text.
    2. Or with TronLink in a browser: open a page it is connected to and run <code>await tronWeb.trx.signMessageV2(text)</code> in the console.
sell-challenge-sandbox = In the sandbox run { $command }, paste the text and press Ctrl-D.
sell-challenge-until = Send me the signature, by { $end }.
sell-challenge-code = The same text as a QR code, for a wallet on another device.
sell-seller-state =
    { $isPaused ->
        [yes] ⏸ Paused
       *[no] ✅ On sale
    }
sell-seller-idle = ⏸ Nothing on sale
sell-seller-pause-permission = The account no longer lets the desk delegate. Tap Permission.
sell-seller-pause-bandwidth = It has too little TRX to pay for a delegation: send it 2 TRX or more.
sell-seller-pause-activation = It is not activated: send it some TRX.
sell-seller-pause-other = The operator of the desk knows why.
sell-seller-capacity = Can sell now: { $energy } Energy, { $bandwidth } Bandwidth
sell-seller-money = Earned: { $earned } TRX to be paid out, { $paidOut } TRX paid out
sell-seller-payout-minimum = Paid out once it reaches { $least } TRX
sell-seller-payout-next = Paid out with the next round of payouts
sell-seller-payout-first = For safety, the first payout is not made before { $from }
sell-seller-payout-approval =
    { $from ->
        [none] More than the desk pays out by itself in a day: the operator must approve it
       *[other] More than the desk pays out by itself in a day: the operator must approve it. Not before { $from }
    }
sell-seller-open =
    { $count ->
        [0] No open delegations
       *[other] Open delegations: { $count }
    }
sell-seller-delegation =
    { $end ->
        [none] { units } at { $price } SUN, earns { $earns } TRX, on its way
       *[other] { units } at { $price } SUN, earns { $earns } TRX, until { $end }
    }
sell-seller-more-delegations = and { $count } more
sell-seller-offer =
    { $keep ->
        [none] { sell-seller-mark } { resource }: { $price } SUN, { $shortest } to { $longest }, parts of { $chunk } or more
       *[other] { sell-seller-mark } { resource }: { $price } SUN, { $shortest } to { $longest }, parts of { $chunk } or more, keeps { $keep }
    }
sell-seller-mark =
    { $isOn ->
        [yes] ✅
       *[no] ⏸
    }
sell-seller-too-dear = ⚠️ Sells nothing: nobody gets more than { $tooDearAbove } SUN now. Lower the price.
sell-seller-no-offer = It offers nothing yet.
sell-seller-allows-more = ⚠️ The account allows the desk more than selling needs. Tap Permission.
sell-offer-title = Offer { resource }
sell-offer-about = Tap what you want to change, then Put on sale.
sell-offer-take = You get { $gets } of { $costs } TRX for { rental } (commission{"\u00A0"}{ $commission }%).
sell-offer-question-price = Your minimum price, in SUN per unit and day? Tap one, or type 1 to 1000.
sell-offer-question-shortest = The shortest rental?
sell-offer-question-longest = The longest rental? Your stake is tied up that long.
sell-offer-question-chunk = The smallest part of it that you sell, in units? Tap one, or type a number.
sell-offer-question-keep = How much do you keep for yourself, in units? Tap one, or type a number.
sell-offer-field-price = Price: { $value }
sell-offer-field-shortest = Shortest: { $value }
sell-offer-field-longest = Longest: { $value }
sell-offer-field-chunk = Parts from { $value }
sell-offer-field-keep = Keep for myself: { $value }
sell-offer-price = { $sun } SUN
sell-offer-price-wanted = { $sun } SUN · { $units } wanted
sell-typed = You typed “{ $said }”.
sell-signed-by = It belongs to { $account }. If you do not know that account, a different text was signed: sign this one exactly as it is.
sell-notices-NO_ADDRESS = There is no TRON address in that. Addresses start with T.
sell-notices-BAD_ADDRESS = That address is mistyped: its checksum is wrong.
sell-notices-NOT_ACTIVATED = That account is not activated: send it TRX, and stake some of it.
sell-notices-NOT_STAKED = That account has no staked TRX, so there is nothing to sell yet: stake some first.
sell-notices-CONTRACT = That is a contract. Only a wallet can sell.
sell-notices-DESKS_OWN = That account belongs to the desk. Send one of your own.
sell-notices-NO_SIGNATURE = That is not a signature: one has 130 hex characters, with or without 0x.
sell-notices-SIGNATURE_INVALID = That signature cannot be read. Sign the text exactly as it is, with the account's own key.
sell-notices-OTHER_KEY = This signature was made by another key.
sell-notices-WEAK_KEY = That key alone cannot sign for the account: its owner permission requires more.
sell-notices-CHALLENGE_EXPIRED = That text has expired or was replaced. Tap New text, and sign that.
sell-notices-PERMISSION_MISSING = The account does not let the desk delegate any more. Tap Check.
sell-notices-PRICE_RANGE = The price must be a whole number from 1 to 1000.
sell-notices-CHUNK_RANGE = That is too little, or not a number: the desk delegates no smaller parts.
sell-notices-KEEP_RANGE = That is not a number of units.
sell-notices-CHAIN_UNAVAILABLE = The desk cannot ask the network now. Try again.
sell-notices-NOT_YOURS = You do not sell from that account (any more).
sell-notices-FAILED = That did not work. Nothing has changed; try again.
sell-closed-closed = Closed. Your offers stay on sale. Open it again with /sell.
sell-closed-idle = Closed. Open it again with /sell.
sell-closed-replaced = This card was replaced by a newer one.
sell-toasts-not-yours = This card belongs to somebody else. Open your own with /sell.
sell-toasts-closed = This card is closed. Open a new one with /sell.
sell-toasts-saved = Saved.
sell-toasts-unchanged = Checked again: nothing has changed yet.
sell-toasts-fine = ✅ Checked again: the desk can delegate and take back, nothing else.
sell-buttons-add = Add an account
sell-buttons-list = All accounts
sell-buttons-check = Check
sell-buttons-copy-desk = Copy the desk's address
sell-buttons-go-on = Continue anyway
sell-buttons-new-text = New text
sell-buttons-offer =
    { $isKnown ->
        [yes] Change { resource }
       *[no] Offer { resource }
    }
sell-buttons-turn =
    { $isOn ->
        [yes] { resource } off
       *[no] { resource } on
    }
sell-buttons-permission = Permission
sell-buttons-save = Put on sale
sell-buttons-close = Close
sell-permission-missing = ❌ Not allowed yet: { $operations }
sell-permission-too-much = ⚠️ Too much: the desk could also { $powers }. Take that out of the permission: selling does not need it.
sell-operation-delegate = Delegate Resources (DelegateResource)
sell-operation-undelegate = Reclaim Resources (UnDelegateResource)
sell-power-owner = do anything, as an owner key
sell-power-transfer = transfer TRX
sell-power-contracts = call contracts
sell-power-permissions = change permissions
sell-power-stake = stake
sell-power-unstake = unstake
sell-power-withdraw = withdraw unstaked TRX

## stats

stats-title = Last { $days } days
stats-spent = Spent
stats-orders =
    { $count ->
        [1] { $count } order delivered
       *[other] { $count } orders delivered
    }
stats-price = { resource } price
stats-average = average you paid
stats-burning = burning costs { $price }
stats-delivery = Time to delivery
stats-median = median
stats-p90 = 9 of 10 within { $time }
stats-trx = { $amount } TRX
stats-sun = { $price } SUN
stats-duration =
    { $unit ->
        [second] { $count }{"\u00A0"}s
        [minute] { $count }{"\u00A0"}min
        [hour] { $count }{"\u00A0"}h
       *[day] { $count }{"\u00A0"}d
    }
stats-nothing =
    <b>Nothing bought in the last { $days } days</b>
    Once something was delivered, /stats draws what you spent. Buy with /buy.
stats-range = { $first } – { $last }, UTC
stats-caption-spent = <b>{ $spent } TRX spent in { $days } days</b>
stats-caption-saved = Saved against burning: { $amount } TRX, at today's price
stats-caption-not-saved = Burning would have cost { $amount } TRX less, at today's price
stats-caption-bought =
    { $burnPrice ->
        [none] { units } at { $price } SUN on average
       *[other] { units } at { $price } SUN on average; burning costs { $burnPrice } SUN
    }
stats-caption-delivery = { stats-orders }: half within { $median }, 9 of 10 within { $p90 }

## help

help-title = How it works
# buy: nothing, or in a group the command with a space behind it.
help-wallet = A wallet is enough, the rest is as last time: <code>{ $buy }T…</code>
help-one-line = In one line: <code>{ $buy }65k 1h T…</code>
help-own-amounts =
    Different amounts: <code>{ $buy }1h
    T… 65k
    T… 131k</code>
help-locked = Only locked on chain: <code>{ $buy }65k 1h T… locked</code>
help-paying = You pay only by the button that shows the price.
help-group = A card belongs to whoever opened it. Balance and orders: in private.
help-contact = Questions: { $contact }

## history

history-title = Account history
history-line =
    { $from ->
        [none] { $at }  { $amount } TRX · { $what }
       *[other] { $at }  { $amount } TRX · { $what }: { $from }
    }
history-kinds-deposit = deposit
history-kinds-gift = credit
history-kinds-payment = payment received
history-kinds-correction = correction
history-kinds-booked = held for a booking
history-kinds-unbooked = booking over
history-kinds-hold = order
history-kinds-raised = price of an order raised
history-kinds-lowered = price of an order lowered
history-kinds-improved = better price
history-kinds-refund = refund
history-kinds-withdrawal_hold = withdrawal and its fee
history-kinds-withdrawal_returned = withdrawal given back
history-kinds-withdrawal = withdrawal
history-left = Balance after that: { $balance } TRX
history-too-large =
    { $command ->
        [none] A single day is more than one file holds. Read the orders over HTTP, with a key of yours.
       *[other] That is more than one file holds. This much fits: { $command }
    }
history-wrong-day = “{ $word }” is not a date: write { $example }.
history-two-days = “{ $word }”: { $first } or { $second }? Write one of the two.
history-backwards = The end is before the beginning. Write it like this: { $example }
history-in-file = Every movement { history-period } is in the file; times there in UTC, amounts in TRX.
history-nothing = No movement of the balance { history-period }.
history-period =
    { $isDay ->
        [yes] on { $to }
       *[no]
            { $from ->
                [none] up to { $to }
               *[other] from { $from } to { $to }
            }
    }

## news

news-booking =
    <b>🔔 Not extended, the money is back</b>
    { rental } · { $held } TRX given back
news-cancelled =
    <b>{ $delivered ->
        [none] 🔔 Cancelled and refunded
       *[other] 🔔 Delivered in part, the rest refunded
    }</b>
    { rental }
    { $delivered ->
        [none] Paid { $paid }, delivered 0, refunded { $refunded } TRX
       *[other] Paid { $paid }, delivered { $delivered }, refunded { $refunded } TRX
    }
news-balance =
    <b>🔔 Low balance</b>
    { $available } TRX available, less than { $limit } TRX.
    How to top up: /balance. The limit: /settings.
news-open = Open order
news-extend = Extend
news-completed = <b>🔔 Delivered</b>
news-completed-terms =
    { $improved ->
        [none] { rental } · { $paid } TRX
       *[other] { rental } · { $paid } TRX, { $improved }
    }
news-sends-nobody = ⚠️ Too little for a USDT transfer by itself
news-sends-holders = Enough for USDT to a wallet that already holds USDT
news-partial =
    <b>🔔 Delivered in part</b>
    { $receivers ->
        [1] { $filled } of { units }, { $rest } waiting
       *[other] { $filled } of { units } for { receivers }, { $rest } waiting
    }
news-ending =
    <b>🔔 A rental ends soon</b>
    { $receivers ->
        [1] { units } until { $at }
       *[other]
            { $isSum ->
                [yes] { units } in all for { receivers } until { $at }
               *[no] { units } for { receivers } until { $at }
            }
    }
news-sale =
    <b>🔔 Sold</b>
    { $sold } in { $orders ->
        [one] { $orders } order
       *[other] { $orders } orders
    }: { $earned } TRX for you
    All you sell: /sell. These messages: /settings.

## manual

manual-buttons-parts = Parts, at least { $least }
manual-buttons-whole = Whole only
manual-buttons-other-chunk = Another minimum part
manual-buttons-bulk =
    { $isOn ->
        [yes] ☑ All wallets together
       *[no] ☐ All wallets together
    }
manual-buttons-price-field = { $priceSun } SUN
manual-buttons-parts-field =
    { $bulk ->
        [yes] All ≥ { $least }
       *[no] Parts ≥ { $least }
    }
manual-buttons-parts-field-short = ≥ { $least }
manual-buttons-parts-field-shortest =
    { $bulk ->
        [yes] All
       *[no] Parts
    }
manual-buttons-whole-field =
    { $bulk ->
        [yes] All or nothing
       *[no] Whole only
    }
manual-buttons-at-once = All at once: { $total } TRX
manual-market-prices = Floor { $floorSun } SUN · desk's own price { $fastSun } SUN
manual-market-no-asks = Nobody offers any at the moment.
manual-market-none-before =
    { $desk ->
        [yes] No seller for { manual-market-wallets } before { $until }
       *[no] No offer for { manual-market-wallets } before { $until }
    }
manual-market-wallets =
    { $wallets ->
        [1] this wallet
       *[other] these wallets
    }
manual-market-fast-is-better = ⚠️ The desk's own price is no higher than one that fills all now.
manual-confirm-fills-all = Filled at once by the offers there are
manual-confirm-fills-some =
    { $cost ->
        [none] By the offers there are, { $fills } fill now, { $rests } will wait
       *[other] By the offers there are, { $fills } fill now for about { $cost } TRX, { $rests } will wait
    }
manual-confirm-fills-none = No offer fits now: all of it will wait
manual-confirm-waits-for-all = Nothing starts until all wallets can be filled
manual-confirm-parts = In parts of at least { $least }
manual-confirm-whole = Whole only: one seller delivers all
manual-confirm-bulk = All wallets start together
manual-confirm-runs = Each part runs { $duration } from its delivery
manual-confirm-at-once = Delivered at once, all of it would cost { $total } TRX
manual-confirm-at-once-instead = ⚠️ Delivered at once, all of it costs at most { $total } TRX: your limit is not below that
manual-order-price = { $priceSun } SUN
manual-order-delivered = { $delivered } of { $of } delivered
manual-order-on-the-way = { $onTheWay } on the way
manual-order-waiting = { $rests } waiting
manual-order-rests-until = Waits until { $at }, then the rest is refunded
manual-order-paid-trx = paid { $paid }
manual-order-delivered-trx = delivered { $delivered }
manual-order-on-the-way-trx = on the way { $held }
manual-order-refunded-trx = refunded { $refunded } TRX
manual-resting-held-up = Matching is paused; it continues by itself
manual-resting-overdue = Expired: the rest is being refunded
manual-resting-of-pool = This wallet has become the desk's own: cancel the order to get the rest back
manual-resting-fills-now = A seller has just become free: it is being filled
manual-resting-locked =
    { $owners ->
        [1] { $owners } seller can't serve this wallet until { $until }: an earlier rental of theirs is locked longer
       *[other] { $owners } sellers can't serve this wallet until { $until }: an earlier rental of theirs is locked longer
    }
manual-resting-under-way =
    { $owners ->
        [1] { $owners } seller skipped: another delegation to this wallet is on its way
       *[other] { $owners } sellers skipped: another delegation to this wallet is on its way
    }
manual-resting-unlockable =
    { $owners ->
        [1] { $owners } seller skipped: nothing can be locked for so long
       *[other] { $owners } sellers skipped: nothing can be locked for so long
    }
manual-resting-too-little =
    { $owners ->
        [1] { $owners } seller skipped: too little free for a part you allow
       *[other] { $owners } sellers skipped: too little free for a part you allow
    }
manual-resting-too-coarse =
    { $owners ->
        [1] { $owners } seller skipped: sells no part as small as you need
       *[other] { $owners } sellers skipped: sell no part as small as you need
    }
manual-resting-gifts-only =
    { $owners ->
        [1] { $owners } seller skipped: credits from the operator buy from the desk only
       *[other] { $owners } sellers skipped: credits from the operator buy from the desk only
    }
manual-resting-failed-lately =
    { $owners ->
        [1] { $owners } seller skipped: a delivery failed, tried again soon
       *[other] { $owners } sellers skipped: a delivery failed, tried again soon
    }
manual-resting-bulk = The wallets start together, once all can be filled
manual-resting-nobody =
    { $isElse ->
        [yes]
            { $nextSun ->
                [none] Nobody else offers at { $priceSun } SUN or less
               *[other] Nobody else offers at { $priceSun } SUN or less; the next price is { $nextSun } SUN
            }
       *[no]
            { $nextSun ->
                [none] Nobody offers at { $priceSun } SUN or less
               *[other] Nobody offers at { $priceSun } SUN or less; the next price is { $nextSun } SUN
            }
    }
manual-buttons-price = { $priceSun } SUN · { $total } TRX · { manual-buttons-fills }
manual-buttons-price-short = { $priceSun } SUN · { manual-buttons-fills }
manual-buttons-fills =
    { $state ->
        [all] all now
        [some] { $fills } now
       *[nothing] waiting
    }
manual-market-asks = Offered: { $levels }
manual-market-bids = Waiting: { $levels }
manual-market-level = { $units } at { $priceSun }

## keys

keys-title = API keys
keys-about = With a key your programs order over HTTP, from your balance.
keys-none = You have none.
keys-line = { $startsWith }, issued { $issued }
keys-disabled-line = { $startsWith }, issued { $issued }, disabled until the operator enables it
keys-full = You have { $most }, the most there may be. Revoke one to issue another.
keys-issue = Issue a key
keys-revoke = Revoke { $startsWith }
keys-ask-revoke =
    Revoke the key { $startsWith }?
    Programs that use it are refused at once. It cannot be undone.
keys-confirm-revoke = Revoke
keys-revoked = ✅ The key { $startsWith } is revoked.
keys-gone = That key is not in use any more.
keys-shown =
    <b>Your new API key</b>
    { $key }
    It is shown once: keep it now, the desk does not store it. { $team ->
        [none] Whoever has it can spend your balance.
       *[other] Whoever has it can spend up to { $cap } TRX a day (UTC) of team { $team }, in your name.
    } Delete this message when you have kept it.
keys-copy = Copy the key
keys-not-shown = ⚠️ The new key ({ $startsWith }) may not have reached you, so it was revoked. Issue another with /key.

## notes

notes-anonymous-admin =
    You are an anonymous admin, so I cannot know who pays.
    { as-yourself }
notes-channel =
    A channel has no balance and cannot order.
    { as-yourself }
notes-linked-post =
    Nobody can pay for a post from a linked channel.
    { as-yourself }
notes-edited-after-payment = This order is paid already: editing the message changes nothing. To order again, send a new one.
notes-edited-in-vain = That edit changed nothing. To order it, send it as a new message.
notes-dead-letter = Sorry, something went wrong, nothing was charged; see /orders.
notes-cannot-write = The desk cannot take this right now. You will get your answer as soon as it can; nothing was paid.
notes-nothing-to-cancel = No open card. An order is cancelled on its own card: see /orders.
notes-nothing-to-repeat = You have no order to repeat yet. Start with /buy.
notes-anothers-order = This order is another member's; only they can open it.
notes-address-later = No address can be shown right now. Nothing is lost: ask again with /deposit in a few minutes.
notes-private-only = That is shown in private only.
notes-group-hint = In a group: /buy, /quote, /again, /order, /settings, /usdt, /link, /cancel and /help. All else in private.

## twoReadings

two-readings =
    { $said ->
        [none] Is that { $readings } TRX? Tap or type one of the two.
       *[other] Is “{ $said }” { $readings } TRX? Tap or type one of the two.
    }

## unknownCommand

unknown-command = There is no command /{ $typed }. The commands are { $known }.
unknown-command-meant = There is no command /{ $typed }. Did you mean /{ $meant }?

## profile

profile-description =
    Rent TRON Energy and Bandwidth in seconds, and send USDT without burning TRX.

    Paste a wallet address or tap Start. You see the price first and pay by the button that shows it; the card says when it is safe to send.
profile-short-description = TRON Energy and Bandwidth in seconds: send USDT without burning TRX.

## prompts

prompts-receivers-text = Which wallets? Reply with their addresses or a file.
prompts-receivers-placeholder = T… T…
prompts-amount-text = How much { resource }? Reply with { such-as }
prompts-amount-placeholder = 65000
prompts-price-text = Which price? Reply with { whole-sun }
prompts-price-placeholder = 55
prompts-partial-min-text = What is the minimum part? Reply with a number such as 20000 or 20k.
prompts-partial-min-placeholder = 20000
prompts-order-text = Which order? Reply with its id.
prompts-order-placeholder = 24 letters and digits

## toasts

toasts-not-yours = This card belongs to somebody else. Open your own with /buy.
toasts-anothers = This is { $name }'s card. Open your own with /buy.
toasts-stale = The card has changed meanwhile. Here is the new one.
toasts-already-paid = Already paid: nothing is charged twice.
toasts-already-dropped = This card is closed. Open a new one with /buy.
toasts-read-first = Read it first, then tap again.
toasts-still-missing = Still { $amount } TRX missing.
toasts-quote-lapsed =
    That price has expired, nothing was charged. { $now ->
        [none] Here is the new one.
       *[other] Now: { $before } → { $now } TRX
    }
toasts-offers-gone =
    Those offers are gone, nothing was charged. { $now ->
        [none] Here is the price now.
       *[other] Now: { $before } → { $now } TRX
    }
toasts-already-booked = An extension from then is already booked: nothing more was held.
toasts-booking-cancelled = Booking cancelled: { $amount } TRX is back
toasts-booking-over = That booking is already over: its money is back.
toasts-booking-ordered = That booking has already become an order.
toasts-refreshed = Refreshed.
toasts-nothing-to-go-back-to = This is the first question.

## files

files-problem-too-large = ⚠️ That file is larger than 64 KiB. Split it, or send the column of wallets only: 1,800 of them fit.
files-problem-unavailable = ⚠️ Telegram did not deliver that file. Send it again.
files-problem-spreadsheet = ⚠️ That is a spreadsheet, which I cannot read. { as-csv }
files-problem-not-text = ⚠️ That file is not text. { as-csv }
files-problem-no-wallets = ⚠️ There is no TRON address in that file. { as-csv }
files-next =
    { $next ->
        [1] Next wallet
       *[other] Next { $next } wallets
    }
files-next-of =
    { $next ->
        [1] Next wallet ({ $left } left)
       *[other] Next { $next } wallets ({ $left } left)
    }

## book

book-own = Your own book
book-of-team = Team { $name }'s book
book-title =
    { $names ->
        [1] Address book · { $names } wallet
       *[other] Address book · { $names } wallets
    }
book-page = Page { $page } of { $pages }
book-empty =
    <b>Your address book is empty</b>
    { book-how-to }
book-how-to =
    Add one: <code>/book cold1 T…</code>
    Use it in place of the address: <code>65k 1h cold1</code>
    Many at once: a CSV of names and wallets with the caption /book
book-entry =
    { $uses ->
        [1] Ordered once
       *[other] Ordered { $uses } times
    }
book-added = ✅ { $name } is { $wallet }
book-same = { $name } is already { $wallet }.
book-changed = ✅ { $name } is { $wallet } now. It was { $before }
book-taken =
    { $name } is { $before }
    Replace it with { $wallet }?
book-kept = Nothing was replaced.
book-full = ⚠️ Your address book holds { $maxNames } names, which is the most. Remove one first: /book remove cold1
book-removed = { $name } is removed; it was { $wallet }. To have it back: { $again }
book-no-such-name = ⚠️ { $name } is not in your address book. See /book.
book-bad-name = ⚠️ “{ $name }” is not a name. A name has { letters }.
book-means-else = ⚠️ “{ $name }” means something else in an order. Choose another name.
book-bad-wallet = ⚠️ { $wallet } is not a TRON address. Copy it once more.
book-ethereum = ⚠️ { ethereum }
book-hex = ⚠️ { hex }
book-usage =
    ⚠️ I did not understand that.
    { book-how-to }
    Remove one: <code>/book remove cold1</code>
    All as a file: <code>/book export</code>
book-not-utf8 = ⚠️ Some names in that file can't be read reliably. Save it as CSV (UTF-8), and send that.
book-caption =
    { $names ->
        [1] Address book · { $names } wallet. To take it in again: caption /book.
       *[other] Address book · { $names } wallets. To take it in again: caption /book.
    }
book-buttons-buy = Buy for it
book-buttons-remove = Remove
book-buttons-back = Back
book-buttons-export = Export CSV
book-buttons-replace =
    { $names ->
        [1] Replace
       *[other] Replace { $names }
    }
book-buttons-keep = Keep
book-buttons-earlier = Previous
book-buttons-later = Next
book-imported = <b>Names from the file</b>
book-imported-counts = ✅ { $added } new, { $changed } changed, { $same } as before
book-imported-full = ⚠️ { $full } did not fit: at most { $maxNames } names.
book-imported-line = ❌ Line { $line }: { $why }
book-imported-more =
    { $count ->
        [1] ❌ and { $count } more line
       *[other] ❌ and { $count } more lines
    }
book-imported-taken =
    { $names ->
        [1] ⚠️ This name stands for another wallet and was not changed: { $listed }
       *[other] ⚠️ { $names } names stand for other wallets and were not changed: { $listed }
    }
book-problem-noWallet = no wallet
book-problem-checksum = a mistyped wallet
book-problem-ethereum = an Ethereum-style address
book-problem-hex = an address in hex
book-problem-noName = no name
book-problem-badName = not a name ({ letters })
book-problem-meansElse = a name that means something else in an order
book-problem-twice = a name that stands for another wallet above

## overlaps

overlaps-several =
    { $isAll ->
        [yes] ⚠️ All { $of } wallets already have { resource }
       *[no]
            { $count ->
                [1] ⚠️ { $count } of { $of } wallets already has { resource }
               *[other] ⚠️ { $count } of { $of } wallets already have { resource }
            }
    }
overlaps-holds =
    { $wallet ->
        [none] ⚠️ This wallet already holds { $units } { resource } until { $until }
       *[other] ⚠️ { $wallet } already holds { $units } { resource } until { $until }
    }
overlaps-holds-parts =
    { $wallet ->
        [none] ⚠️ This wallet already holds { $units } { resource }, ending between { $first } and { $last }
       *[other] ⚠️ { $wallet } already holds { $units } { resource }, ending between { $first } and { $last }
    }
overlaps-gets =
    { $wallet ->
        [none] ⚠️ This wallet is already getting { $units } { resource }
       *[other] ⚠️ { $wallet } is already getting { $units } { resource }
    }
overlaps-more = ⚠️ and { wallets } more

## usdt

usdt-question =
    How much Energy does a USDT transfer take?
    { $isGroup ->
        [yes] Reply to my question with two wallets: the sender first, then the recipient.
       *[no] Send two wallets: the sender first, then the recipient.
    }
    Such as: T… T…, or <code>@hot @cold</code>
usdt-ask-recipient =
    Who gets the USDT from { $from }?
    { $isGroup ->
        [yes] Reply to my question with the recipient's wallet.
       *[no] Send the recipient's wallet.
    }
usdt-ask-sender =
    Who sends the USDT to { $to }?
    { $isGroup ->
        [yes] Reply to my question with the sender's wallet.
       *[no] Send the sender's wallet.
    }
usdt-prompt-both = Who sends the USDT, and who gets it? Reply with two wallets, the sender first.
usdt-prompt-recipient = Who gets the USDT? Reply with the recipient's wallet.
usdt-prompt-sender = Who sends the USDT? Reply with the sender's wallet.
usdt-lacks-bandwidth = The sender lacks Bandwidth: the transfer burns { $burn } TRX for it; renting { $amount } here costs { $cost } TRX.
usdt-only-bandwidth = ⚠️ The sender lacks Bandwidth, so the transfer burns TRX. To rent it: { $line }
usdt-burns-nothing = ✅ This transfer is free: it burns no TRX.
usdt-no-bandwidth = ⚠️ No Bandwidth is free right now: this is the Energy alone.
usdt-not-activated = ⚠️ { $from } is not activated on TRON, so it cannot send USDT. Send it some TRX first.
usdt-enough = <b>Nothing to rent: the sender has { $held } Energy</b>
usdt-takes-tried = Tested on the contract: a USDT transfer to { $to } takes { $tried } Energy; { $needed } Energy is enough.
usdt-takes-holdsSome = { $to } holds USDT, so a transfer takes { $needed } Energy.
usdt-takes-holdsNone = { $to } holds no USDT, so a transfer takes { $needed } Energy.
usdt-takes-notActivated = { $to } is not activated, so it holds no USDT: { $needed } Energy for a first transfer.
# isShort: the sender's Energy is enough for the first, not for the second.
usdt-takes-usual =
    { $isShort ->
        [yes] A USDT transfer usually takes { $needed } Energy. If { $to } never held USDT, it takes { $neededForNew }: rent what is missing with /buy.
       *[no] A USDT transfer usually takes { $needed } Energy. If { $to } never held USDT, it takes { $neededForNew }.
    }
usdt-sender-holds =
    { $least ->
        [none] The sender holds { $held } unused, so { $missing } are missing.
       *[other] The sender holds { $held } unused, so { $missing } are missing. { $least } is the least to rent.
    }

## amend

amend-title = Change the order
amend-terms = { rental } · { $priceSun } SUN
amend-question = What do you want to change?
amend-price = Price
amend-lifetime = Waiting time
amend-ask-lifetime = How long may it wait, counted from { $created }?
amend-more = ⚠️ At { $priceSun } SUN, { $more } TRX more is held. What is not needed comes back.
amend-hold = Hold { $more } TRX more
amend-close = Leave it as it is
amend-price-changed = ✅ Price changed to { $priceSun } SUN
amend-lifetime-changed = ✅ Changed: waits until { $until }
amend-closed = Closed, nothing was changed.
amend-read-first = Read it first, then tap again.
amend-over = This card is closed. The order has the button to change it.
amend-hours = { $hours } h
amend-days = { $days } d

## ordered

ordered =
    <b>{ $more ->
        [none] 🔔 { $paid } TRX ordered with an API key
       *[other] 🔔 An API key raised the price of an order: now { $paid } TRX (+{ $more })
    }</b>
    { rental }, at { $priceSun } SUN
    Key: { $key }
    Not you? Revoke it with /key.

## orderedInHour

ordered-in-hour =
    <b>🔔 { $paid } TRX ordered with API keys within an hour</b>
    Each order by itself is below the { $from } TRX you chose; /orders lists them.
    Not you? Revoke the key with /key.

## withdrawalNews

withdrawal-news-asked =
    <b>🔔 Withdrawal of { $amount } TRX requested with an API key</b>
    To { $address }, an address you have not used before.
withdrawal-news-asked-approval = The operator must approve it first.
withdrawal-news-asked-from = It is not sent before { $from }.
withdrawal-news-asked-end = Not you? Cancel it, and revoke your keys with /key.
withdrawal-news-paid =
    <b>🔔 { $amount } TRX paid out</b>
    To { $address }
withdrawal-news-refused =
    <b>🔔 Withdrawal of { $amount } TRX refused</b>
    To { $address }
withdrawal-news-refused-reason = The reason: { $reason }
withdrawal-news-refused-end = The money is on the balance again.
withdrawal-news-delayed =
    <b>🔔 Withdrawal of { $amount } TRX takes longer</b>
    To { $address }
    The operator must first top up the account that pays. Then it is sent by itself; until then you can cancel it.
withdrawal-news-unpaid =
    <b>🔔 Withdrawal of { $amount } TRX was not sent</b>
    To { $address }
    Its transfer reached no block in time. The money is still held, and the operator must approve it again; until then you can cancel it.
withdrawal-news-unbooked =
    <b>🔔 Withdrawal of { $amount } TRX is open again</b>
    To { $address }
    It was marked as paid by mistake. The money is held again, and the operator must approve it again; until then you can cancel it.

## withdraw

withdraw-title = Withdraw TRX
withdraw-title-of = Withdraw { $amount } TRX
withdraw-off = Withdrawals are off at this desk. To take money out, write to { operator }.
withdraw-withdrawable = Can be withdrawn: { $amount } TRX
withdraw-gifts = Credits from the operator can be spent here, not withdrawn.
withdraw-least = The minimum is { $least } TRX plus a fee of { $fee } TRX.
withdraw-ask-address =
    { $hasWallets ->
        [yes] To which address? Tap one of your wallets, or send another.
       *[no] To which address? Send it here.
    }
withdraw-ask-amount = How much TRX should arrive? From { $least } to { $most }.
withdraw-all = All of it: { $amount } TRX
withdraw-to = To { $address }
withdraw-fee = Fee: { $fee } TRX
withdraw-fee-with-activation = Fee: { $fee } TRX; { $activation } TRX of it activates the new account
withdraw-arrives = Arrives: { $amount } TRX
withdraw-taken = Taken from the balance: { $amount } TRX
withdraw-at-once = It is sent at once.
withdraw-new-address = ⏳ New address: it is sent after { $hours } h, and you can cancel it until then.
withdraw-needs-operator = ⏳ The operator must approve it first.
withdraw-asks-again = ⚠️ A sent withdrawal cannot be undone. Check the address.
withdraw-send-again = Yes, send { $amount } TRX
withdraw-close = Close
withdraw-closed = Closed, nothing was withdrawn.
withdraw-over = This card is closed. Open a new one with /withdraw.
withdraw-read-first = Read it first, then tap again.
withdraw-status-waiting = 🕓 Withdrawal of { $amount } TRX
withdraw-status-approval = 🕓 Withdrawal of { $amount } TRX
withdraw-status-signed = ⏳ Withdrawal of { $amount } TRX
withdraw-status-paid = ✅ { $amount } TRX paid out
withdraw-status-refused = ❌ Withdrawal of { $amount } TRX refused
withdraw-status-cancelled = Withdrawal of { $amount } TRX cancelled
withdraw-awaits-operator = It waits for the operator's approval.
withdraw-not-before = It is not sent before { $due }.
withdraw-soon = It is sent as soon as possible.
withdraw-paused = Payouts are paused; it is sent when they resume.
withdraw-can-cancel = You can cancel it until then.
withdraw-on-its-way = Sent; it is final in about a minute.
withdraw-reason = The reason: { $reason }
withdraw-is-back = { $amount } TRX is back on the balance.
withdraw-open-title = Not sent yet
withdraw-open-line =
    { $due ->
        [none]
            { $isApproved ->
                [yes] { $amount } TRX to { $address }
               *[no] { $amount } TRX to { $address }, waits for the operator's approval
            }
       *[other]
            { $isApproved ->
                [yes] { $amount } TRX to { $address }, not before { $due }
               *[no] { $amount } TRX to { $address }, not before { $due }, waits for the operator's approval
            }
    }
withdraw-transaction = Transaction
withdraw-cancel-one = Cancel { $amount } TRX to { $wallet }
withdraw-cancel-one-short = Cancel { $amount } TRX
withdraw-cancelled-toast = Cancelled: { $amount } TRX is back on the balance.
withdraw-too-late = It cannot be cancelled any more. /withdraw shows what still can.
withdraw-notices-NO_ADDRESS = { that } is not a TRON address. Addresses start with T.
withdraw-notices-BAD_ADDRESS = This address is mistyped. Copy it once more.
withdraw-notices-ETHEREUM = { ethereum }
withdraw-notices-HEX = { hex }
withdraw-notices-NO_SUCH_NAME =
    { $said ->
        [none] No wallet of this name is in your /book.
       *[other] No wallet of this name is in your /book: { $said }.
    }
withdraw-notices-SEVERAL = One address for each withdrawal.
withdraw-notices-CONTRACT = This address is a contract. The desk pays to wallets only.
withdraw-notices-DESKS_OWN = This address belongs to the desk, as your deposit address does, or to nobody. Send the address of a wallet of yours.
withdraw-notices-TWO_READINGS =
    { $said ->
        [none] Is that { $readings } TRX? Tap or type one of the two.
       *[other] Is “{ $said }” { $readings } TRX? Tap or type one of the two.
    }
withdraw-notices-NOT_AMOUNT = { that } is not an amount. Type TRX such as 10 or 12.5.
withdraw-notices-TOO_SMALL = At least { $least } TRX.
withdraw-notices-TOO_LARGE = At most { $most } TRX can arrive, after the fee of { $fee } TRX.
withdraw-notices-FEE_TAKES_ALL = To this address the fee is { $fee } TRX, because its account is new: too little would be left. Give another address.
withdraw-notices-FEE_CHANGED = The fee has risen. Nothing was sent.
withdraw-notices-BALANCE = The balance has changed: at most { $most } TRX can arrive. Nothing was sent.
withdraw-notices-TOO_MANY = You have 20 withdrawals that are not paid yet. Cancel one of them, or wait until one is paid. Nothing was taken.
withdraw-notices-NOT_OWNER = Only owners of the team withdraw. Nothing was taken.
withdraw-notices-OFF = Withdrawals are off now. Write to { operator }.
withdraw-notices-HALTED = The desk makes no withdrawals now. Nothing was taken. Try again later.
withdraw-notices-CHAIN_UNAVAILABLE = The desk cannot read TRON now. Nothing was taken. Try again in a minute.
withdraw-notices-FAILED = That did not work. Nothing was taken. Try again in a moment.

## teamMoney

team-money-from = From team { $name }
team-money-asks = { $name } asks for a withdrawal from team { $team }
team-money-withdrawal = { $amount } TRX to { $address }, fee at most { $fee } TRX
team-money-available = The team can withdraw: { $amount } TRX
team-money-needs-owner = ⏳ Another owner of the team must confirm it first.
team-money-send-again = Yes, ask another owner for { $amount } TRX
team-money-title = 🕓 Withdrawal of { $amount } TRX
team-money-waits = It waits for another owner until { $until }. Nothing is taken before.
team-money-over-declined = Declined by { $by }: nothing was taken
team-money-over-withdrawn = Taken back: nothing was taken from the balance
team-money-over-lapsed = No other owner has confirmed it in time: nothing was taken
team-money-over-ended = Who asked is no longer an owner: nothing was taken
team-money-short = Not enough now: the team can withdraw { $left } TRX. Nothing was taken; the request still waits.
team-money-fee-risen = The fee is higher than when it was asked for. Ask for it again; nothing was taken.
team-money-owners-only = ⚠️ Only its owners withdraw from team { $name }. For your own money choose your own account in /team.
team-money-news =
    <b>🔔 Withdrawal of { $amount } TRX</b>
    To { $address }
team-money-by =
    { $confirmed ->
        [none] Asked by { $asked }
       *[other] Asked by { $asked }, confirmed by { $confirmed }
    }
team-money-paid-in = 🔔 { $amount } TRX paid in to team { $name }
team-money-low =
    <b>🔔 Low balance</b>
    { $available } TRX available, less than { $limit } TRX: what the team needed on its busier day, today or yesterday, or 10 TRX.
team-money-wallets = <b>🔔 New in the team's book</b>, by { $name }
team-money-wallets-more = and { $count } more
team-money-restored =
    <b>⚠️ The desk was restored from a backup</b>
    The backup was made { $at }. Check members and limits in /team: what was changed after that is lost. Requests, invitations and codes that were open have ended.

## team

team-none =
    You are in no team. A team is one balance that several people order from, each within limits.

    Found one: <code>/team new NAME</code>
team-several = Your teams
team-title = Team { $name }
team-founded = ✅ Team { $name } is founded, and you are its owner. To pay in, tap Pay from team, then send /deposit: what you pay in is the team's. Invite others on the team's card.
team-role-viewer = viewer
team-role-trader = trader
team-role-approver = approver
team-role-owner = owner
team-you-viewer = You are a viewer.
team-you-trader = You are a trader.
team-you-approver = You are an approver.
team-you-owner = You are an owner.
team-alone = You are the only owner: nobody checks what you change.
team-member = { $name } · { $role } · today { $used } TRX
team-former = No longer in the team · today { $used } TRX
team-used = Spent or held today (UTC): { $used } TRX
team-limits =
    { $whose ->
        [you] Your own limits, beside the team's
        [member] Their own limits, beside the team's
       *[team] The team's limits
    }: { $limits }
team-up-to =
    { $of ->
        [order] an order up to { $sum } TRX
        [day] a day up to { $sum } TRX
       *[alone] alone up to { $sum } TRX
    }
team-no-limits = No limits
team-no-own-limits = No limits of their own; the team's hold.
team-no-orders = No orders yet
team-only-booked = Alone, only to wallets of the team's book
team-book-refused = ⚠️ Only approvers and owners of a team change its book of wallets. Nothing was changed. Propose one wallet at a time: <code>/book NAME T…</code>
team-invitation = Invitation as { $role }, until { $until }
team-waiting =
    { $requests ->
        [one] { $requests } request waits
       *[other] { $requests } requests wait
    }
team-request-of = { $name }: { $what }
team-invite-as = Invite as what? A viewer sees orders; a trader orders within the limits; an approver also approves others' requests; an owner manages all.
team-invite-link =
    One person joins as { $role } by this link, until { $until }:

    { $link }
team-link-code =
    Send this in the group within an hour, as its admin (not anonymously):

    { $code }
team-linked = ✅ Orders of this group are those of team { $name } now. Its members order; nobody else can.
team-unlinked = This group no longer orders for team { $name }: everybody orders for themselves.
team-not-linked = This group belongs to no team.
team-link-in-group = Send that in the group that you want to link.
team-bad-code = ⚠️ This code is not valid. An owner of the team gets one by /team.
team-not-member = ⚠️ This group orders for team { $name }, and you are not a member. In private you can order for yourself.
team-joined =
    ✅ { $role ->
        [viewer] You are a viewer
        [trader] You are a trader
        [approver] You are an approver
       *[owner] You are an owner
    } of team { $name } now. See /team.
team-has-joined =
    { $inviter ->
        [none] { $who } has joined team { $team } as { $role }, by your invitation.
       *[other] { $who } has joined team { $team } as { $role }, by { $inviter }'s invitation.
    }
team-has-left = { $who }, { $role }, has left team { $team }.
team-join-asked = You can use team { $name } once another owner has confirmed it.
team-invitation-over = ⚠️ This invitation was used, withdrawn, or is over. Ask for a new one.
team-is-member = You are a member of team { $name } already.
team-changed =
    { $name ->
        [none] The desk's operator has changed team { $team }:
       *[other] { $name } has changed team { $team }:
    }
team-person = { $name } (Telegram id { $userId })
team-only-known = Confirm only if you know them.
team-happens-at =
    { $askedBy ->
        [none] Unless another owner decides it before, this happens by itself: { $at }.
       *[other] This happens by itself: { $at }, unless { $askedBy } takes it back.
    }
team-wants = { $name } wants to change team { $team }:
team-change-join = { $who } joins team { $team } as { $role }, invited by { $inviter }
team-change-role = { $who }: { $before } → { $after }
team-change-member-limits = { $who }, limit “{ $limit }”: { $before } → { $after }
team-change-team-limits = The team's limit “{ $limit }”: { $before } → { $after }
team-change-booked =
    { $isOn ->
        [yes] Without approval: to any wallet → only to wallets of the team's book
       *[no] Without approval: only to wallets of the team's book → to any wallet
    }
team-change-traders-see =
    { $isOn ->
        [yes] Traders: do not see the balance → see the balance
       *[no] Traders: see the balance → do not see the balance
    }
team-change-link = the group “{ $title }” orders for the team
team-change-unlink = the group “{ $title }” no longer orders for the team
team-change-rename = The team's name: { $before } → { $after }
team-change-wallet = The team's book: { $name } is { $wallet }
team-change-wallet-again = The team's book, { $name }: { $before } → { $wallet }
team-change-removal = { $who }: { $before } → no longer in the team
team-change-key = a key for { $who }, { $role }: up to { $cap } TRX a day (UTC)
team-key =
    { $startsWith ->
        [none] A key that they have not seen yet: up to { $cap } TRX a day (UTC)
       *[other] Key { $startsWith }…: up to { $cap } TRX a day (UTC)
    }
team-choose-cap = How much may a key of { $name } spend in a day (UTC)? It does only what { $name } may do, and takes no money out.
team-key-to-show =
    { $by ->
        [none] The operator has made you
       *[other] { $by } has made you
    } a key of team { $name }: it orders over HTTP for up to { $cap } TRX a day (UTC), and does only what you may do. It is shown once, when you tap.
team-key-shown = ✅ Your key { $startsWith } works. Whatever it orders counts as yours.
team-key-not-shown = ⚠️ The key { $startsWith } may not have reached you, so it was revoked.
team-not-agreed =
    { $by ->
        [none] Declined by the desk's operator: nothing has changed
       *[other] Declined by { $by }: nothing has changed
    }
team-confirmed-by = Confirmed by { $by }
team-confirmed =
    { $by ->
        [none] ✅ Confirmed by the desk's operator
       *[other] ✅ Confirmed by { $by }
    }
team-lapsed = Nobody has confirmed it in time: nothing has changed
team-ended = No longer possible: nothing has changed
team-ended-with = Over: { $name } is no longer in the team
team-done = Done
team-asked = Another owner must confirm this: they were asked.
team-waits = Nobody else can decide this: it happens by itself after 72 hours. All members were told.
team-refused = You may not do this for the team.
team-no-right-order = A viewer of the team orders nothing.
team-no-right-manage = Only owners of the team do this.
team-refused-order = It is above the team's limit for an order, { $left } TRX.
team-refused-day = It is above the team's limit for a day: { $left } TRX are left today (UTC).
team-refused-key = It is above this key's limit for a day: { $left } TRX are left today (UTC).
team-refused-nobody-else = Nobody else of the team can approve this. An owner invites an approver, or raises the limit.
team-refused-last-owner = The last owner cannot leave, nor become less than an owner. Make somebody else an owner first.
team-refused-is-member = They are a member of this team already.
team-refused-no-member = They are no member of this team.
team-refused-others-group = This group belongs to another team. Unlink it there first.
team-refused-least-limit = The least limit is { $least } TRX.
team-refused-many-keys = A team has { $most } keys at most. Revoke one first.
team-refused-full-team = A team has { $most } members at most.
team-refused-full-book = The book has { $most } names already, and takes no more.
team-refused-many-teams = Nobody is in more than { $most } teams.
team-refused-many-invitations = A team has { $most } open invitations at most. Withdraw one first.
team-refused-many-requests = Nobody has more than { $most } open requests in a team. Take one back first.
team-not-alone = Alone you may not do this; a new order can be asked for:
team-left-alone = Left to order alone: { $left } TRX
team-time-over = The 72 hours are over
team-over = This was decided before, or is over.
team-tap-approved =
    { $name ->
        [none] The desk's operator approved this already.
       *[other] { $name } approved this already.
    }
team-tap-declined =
    { $name ->
        [none] The desk's operator declined this already.
       *[other] { $name } declined this already.
    }
team-tap-withdrawn = { $name } has taken this back.
team-tap-lapsed = Nobody decided this in time: it is over.
team-tap-dearer = It costs more now than was asked for: nothing was debited. It still waits; approve it once the price is back, or decline it.
team-tap-unpaid = The team's balance is not enough for this now: nothing was debited. It still waits; an owner tops up by /deposit, paying from the team.
team-tap-ended = This is no longer possible: it is over.
team-tap-own = You asked for this: somebody else approves it.
team-tap-about-you = This is about you: another owner decides it.
team-tap-of-approvers = Only approvers and owners decide this.
team-tap-of-owners = Only another owner decides this.
team-tap-declinable = Only { $name } takes this back. You can decline it.
team-tap-theirs = Only { $name } takes this back.
team-tap-why = Only who declined it says why, once, within an hour.
team-ask-remove = Remove { $name } from the team? Their keys stop working, and their open cards can no longer be paid.
team-removal-waits =
    { $others ->
        [none] They are an owner: it happens after 72 hours, and all members are told.
       *[some] They are an owner: it waits for another owner, or happens after 72 hours, and all members are told.
    }
team-ask-leave = Leave team { $name }?
team-ask-unlink = Unlink “{ $title }”? From then on everybody orders there for themselves, and the cards that are open there end.
team-choose-limit = Choose a limit in TRX, or “…” for another sum. Above their own limits members ask; above the team's limits nobody orders; above “alone” somebody else approves.
team-limit-of-order = An order
team-limit-of-day = A day (UTC)
team-limit-of-alone = Alone
team-limit-of-key = A key, a day (UTC)
team-ask-sum =
    { $name ->
        [none] { $limit }: reply to this message with a sum in TRX.
       *[other] { $name } · { $limit }: reply to this message with a sum in TRX.
    }
team-which-sum =
    { $said ->
        [none] Is that { $readings } TRX? Reply to this message with one of the two.
       *[other] Is “{ $said }” { $readings } TRX? Reply to this message with one of the two.
    }
team-limit-button-order = Order { $sum }
team-limit-button-day = Day { $sum }
team-limit-button-alone = Alone { $sum }
team-pays-from =
    { $name ->
        [none] In private you pay from your own account.
       *[other] In private you pay from team { $name }.
    }
team-card-over-left =
    { $where ->
        [group] Who opened it is no longer in team { $name }: this card is over. { nothing-charged }
       *[private] You are no longer in team { $name }: this card is over. { nothing-charged }
    }
team-card-over-rights =
    { $where ->
        [group] The rights of who opened it have changed in team { $name }: this card is over. { nothing-charged }
       *[private] Your rights in team { $name } have changed: this card is over. { nothing-charged }
    }
team-card-over-linked = This group orders for team { $name } now: this card is over. { nothing-charged }
team-card-over-unlinked = This group no longer orders for team { $name }: this card is over. { nothing-charged }
team-lost = You no longer see the balance of team { $name }: in private you pay from your own account again.
team-paid-from =
    { $name ->
        [none] Paid from your own account
       *[other] Paid from team { $name }
    }
team-request = { $name } asks for an order of team { $team }
team-request-terms = { rental }, at most { $most } TRX
team-request-books = Starts when the old rental ends, { $at }
team-request-until =
    { $names ->
        [none] Nobody can approve it now. It waits until { $at }.
       *[other] It waits until { $at } for { $names }.
    }
team-request-approved = ✅ Approved by { $by }
team-request-declined = Declined by { $by }: nothing was debited
team-request-withdrawn = Taken back: nothing was debited
team-request-lapsed = Nobody has approved it in time: nothing was debited
team-request-ended = Over: { $name } may no longer order for the team. Nothing was debited
team-answered = <b>🔔 Your request for an order of team { $team }</b>
team-answered-in-group = <b>🔔 { $asker }, your request for an order of team { $team }</b>
team-because = Why: { $reason }
team-why-order = Above the member's limit for an order
team-why-day = Above the member's limit for a day
team-why-alone = Above the sum that one person orders alone
team-why-price = Above the desk's own price
team-why-wallet = To a wallet that is not in the team's book
team-why-own-wallet = To a wallet that the member put into the team's book less than 24 hours ago
team-strange-wallet = ⚠️ { $wallet } is not in the team's book
team-new-wallet = ⚠️ { $wallet } is new in the team's book: { $by }, { $at }
team-none-in-book = ⚠️ None of these wallets is in the team's book
team-approve = Approve { $most } TRX
team-agree = Confirm
team-decline = Decline
team-take-back = Take back
team-taken-back = Taken back: nothing has changed
team-decides-no-more = You no longer decide requests of this team.
team-say-why = Say why
team-ask-why = Why was it declined? Reply to this message within the hour: all who see the request read it.
team-ask-name = Reply to this message with the team's new name.
team-bad-name = A team's name has 1 to 64 characters.
team-proposed = { $name } is proposed for the team's book: an approver or owner decides. Who proposes a wallet cannot order to it alone for 24 hours where only wallets of the book are allowed.
team-traders-see = Traders see the balance
team-buttons-members = Members
team-buttons-invite = Invite…
team-buttons-limits = Limits…
team-buttons-other = Other…
team-buttons-link = Link a group…
team-buttons-leave = Leave…
team-buttons-remove = Remove…
team-buttons-remove-now = Yes, remove
team-buttons-leave-now = Yes, leave
team-buttons-unlink-now = Yes, unlink
team-buttons-back = Back
team-buttons-mine = Pay from my own account
team-buttons-pay-from = Pay from team { $name }
team-buttons-switch-to-mine = Switch to my own account
team-buttons-switch-to = Switch to team { $name }
team-buttons-other-account = Switch account…
team-buttons-new-key = New key…
team-buttons-revoke-key =
    { $startsWith ->
        [none] Revoke the unseen key: { $cap } TRX
       *[other] Revoke { $startsWith }…
    }
team-buttons-show-key = Show my key
team-buttons-no-limit = No limit
team-buttons-rename = Rename…
team-buttons-unlink = Unlink “{ $title }”
team-buttons-shown =
    { $isOn ->
        [yes] Hide the balance from traders
       *[no] Show the balance to traders
    }
team-buttons-uninvite = Withdraw the invitation: { $role }
team-buttons-booked =
    { $isOn ->
        [yes] Allow any wallet
       *[no] Only wallets of the book
    }

## team log and report

team-log-title = Log of team { $name }
team-log-desk = the desk
team-log-line = { $at } · { $who } · { $what }
team-log-confirmed = confirmed by { $name }
team-log-in-group = in the group
team-log-by-key = with an API key
team-log-file = The log as a file, the newest first, times in UTC.
team-log-file-older = It goes on: older lines are in the next file.
team-log-left = left the team
team-log-uninvited = invitation withdrawn
team-log-not-withdrawn = withdrawal cancelled
team-log-of-another =
    { $act ->
        [approved] approved { $name }'s request
        [declined] declined { $name }'s request
        [ended] { $name }'s request is no longer possible
        [lapsed] nobody decided { $name }'s request in time
        [cancelled] cancelled { $name }'s order
       *[changed] changed { $name }'s order
    }
team-log-said = { $act }: { $what }
team-log-order =
    { $most ->
        [none] { rental }
       *[other] { rental }, up to { $most } TRX
    }
team-log-withdrawal = { $amount } TRX to { $address }
team-act-founded = team founded
team-act-invited = invitation made
team-act-joined = joined
team-act-removed = removed
team-act-role = role changed
team-act-memberLimits = limit changed
team-act-teamLimits = limit changed
team-act-rules = rule changed
team-act-linkCode = code for a group made
team-act-linked = group linked
team-act-unlinked = group unlinked
team-act-renamed = renamed
team-act-key = API key issued
team-act-keyRevoked = API key revoked
team-act-asked = asked
team-act-approved = approved
team-act-declined = declined
team-act-withdrawn = taken back
team-act-lapsed = nobody decided in time
team-act-ended = no longer possible
team-act-named = wallet put into the book
team-act-unnamed = wallet taken out of the book
team-act-cancelled = cancelled
team-act-changed = another's order changed
team-act-withdrawal = withdrawal
team-act-restored = desk restored from a backup
team-report-title =
    { $days ->
        [1] Team { $name } today (UTC)
       *[other] Team { $name } in { $days } days (UTC)
    }
team-report-nothing = Nothing was delivered to the team in that time.
team-report-total = Spent
team-report-line = { $what } · { $spent } TRX · { $orders }
team-report-times = To the first delivery: half within { $median }, the slowest { $slowest }
team-report-by-day = By day
team-report-by-member = By member
team-report-more = and { $count } more, in the file
team-report-file = The report by day and member, days in UTC.
team-buttons-report = Report
team-buttons-log = Log
team-buttons-csv = CSV
team-buttons-csv-older = CSV, older

## teamAsk

team-ask-asks = ⚠️ { $why }: somebody else approves it ({ $names })
team-ask-order = Above your { $limit } TRX for an order
team-ask-day = Above your { $limit } TRX for a day
team-ask-alone = Above { $limit } TRX alone
team-ask-own-wallet = To a wallet that you put into the team's book less than 24 hours ago
team-ask-more = or { $count } more
team-ask-button = Ask approval for { $total } TRX
team-ask-again = ⚠️ Please confirm: ask approval for { $total } TRX?
team-ask-no-limit = Above the team's limit
team-ask-no-nobody = Nobody else can approve it
