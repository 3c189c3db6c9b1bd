# Русский язык бота. Как изменить текст или добавить язык: docs/translating.md.

## Что программе нужно знать о языке

language = Русский
locale = ru
list = { $before }, { $last }
clauses = { $before }, { $last }
and = { $before } и { $last }
or = { $before } или { $last }
which = { $before } или { $last }
date = { $day }.{ $month }.{ $year }
moment = { $date } { $clock } UTC

## Слова из нескольких разделов

wallets =
    { $count ->
        [one] { $count } кошелёк
        [few] { $count } кошелька
       *[other] { $count } кошельков
    }
receivers =
    { $receivers ->
        [one] { $receivers } кошелёк
        [few] { $receivers } кошелька
       *[other] { $receivers } кошельков
    }
# И после «на»: «на 21 минуту».
minutes =
    { $count ->
        [one] { $count } минуту
        [few] { $count } минуты
       *[other] { $count } минут
    }
hours =
    { $count ->
        [one] { $count } час
        [few] { $count } часа
       *[other] { $count } часов
    }
days =
    { $count ->
        [one] { $count } день
        [few] { $count } дня
       *[other] { $count } дней
    }
resource =
    { $resource ->
        [energy] Энергия
       *[bandwidth] Bandwidth
    }
units = { $amount } { of-resource }
# Чего: после числа, «сколько» и «нет».
of-resource =
    { $resource ->
        [energy] энергии
       *[bandwidth] Bandwidth
    }
rented =
    { $bandwidth ->
        [none] { units }
       *[other] { units } + { $bandwidth } Bandwidth
    }
rental =
    { $isSum ->
        [yes] { receivers }: { rented } на { $duration }
       *[no]
            { $receivers ->
                [1] { rented } на { $duration }
               *[other] { $receivers } × { rented } на { $duration }
            }
    }
deliverable =
    { $free ->
        [0]
            { $isLocked ->
                [yes] Сейчас на такой срок заблокировать ничего нельзя.
               *[no]
                    { $resource ->
                        [energy] Сейчас нет свободной энергии.
                       *[bandwidth] Сейчас нет свободного Bandwidth.
                    }
            }
       *[other]
            { $isLocked ->
                [yes]
                    { $receivers ->
                        [1] Сейчас на такой срок можно заблокировать только { $free } { of-resource }.
                       *[other] Сейчас на такой срок можно заблокировать только { $free } { of-resource } на все кошельки вместе.
                    }
               *[no]
                    { $receivers ->
                        [1] Сейчас можно доставить только { $free } { of-resource }.
                       *[other] Сейчас можно доставить только { $free } { of-resource } на все кошельки вместе.
                    }
            }
    }
top-up =
    { $takesDeposits ->
        [yes] Пополнить: /deposit
       *[no] Для пополнения напишите { operator } и укажите ID клиента <code>{ $customerId }</code>
    }
# Кому.
operator =
    { $contact ->
        [none] оператору
       *[other] { $contact }
    }
that =
    { $said ->
        [none] Это
       *[other] «{ $said }»
    }
# Коротко, для кнопок.
short-minutes = { $count } мин
short-hours = { $count } ч
short-days = { $count } дн.
such-as = например 65000 или 65k.
whole-sun = целое число SUN, например 55.
nothing-charged = Ничего не списано.
dropped = Карточка закрыта. { nothing-charged } Новый заказ: /buy.
as-yourself = Пишите от своего имени (анонимность выключена) или заказывайте в личном чате.
as-csv = Сохраните его как CSV (UTF-8) с кошельками в первом столбце и пришлите.
letters = до 32 букв, цифр, знаков - и _, среди них хотя бы одна буква
ethereum = Это адрес в формате Ethereum. Адреса TRON начинаются с T.
hex = Это шестнадцатеричный адрес. Пришлите его в обычном виде: он начинается с T.

## account

not-understood =
    { $said ->
        [none] Не понимаю.
       *[other] Не понимаю: «{ $said }».
    }
others-question = Вопрос для { $name }: ответы других не учитываются. Свой заказ: /buy.
unknown-name-near = В вашей адресной книге /book нет: { $name }. Может быть, { $near }?
unknown-names = В вашей адресной книге /book нет: { $names }.
menu =
    <b>Energy Desk</b>
    { $gift ->
        [none] Аренда энергии и Bandwidth в сети TRON за секунды.
       *[other] У вас есть { $gift } TRX на пробу.
    }
    Нажмите «Купить энергию» или вставьте адрес кошелька.
balance = <b>Баланс { $available } TRX</b>
menu-held-for-orders = Удержано под заказы: { $forOrders } TRX
menu-held-for-bookings =
    { $count ->
        [one] Удержано под { $count } бронь: { $amount } TRX
        [few] Удержано под { $count } брони: { $amount } TRX
       *[other] Удержано под { $count } броней: { $amount } TRX
    }
menu-held-for-withdrawals = Удержано под вывод: { $forWithdrawals } TRX
credited =
    <b>+{ $amount } TRX</b>
    Теперь на балансе { $available } TRX.
credited-order-lacks = Для вашего заказа не хватает ещё { $missing } TRX.

## deposit

deposit-card = <b>Адрес для пополнения, только сеть { $network } (TRC20)</b>
deposit-card-amounts =
    TRX: от { $minimumTrx } TRX
    { $usdtMinimum ->
        [none] USDT: сейчас не принимаем
       *[other]
            { $usdtRate ->
                [none] USDT: от { $usdtMinimum } USDT. Курса сейчас нет: перевод подождёт следующего.
               *[other] USDT: от { $usdtMinimum } USDT. Сейчас 1 USDT = { $usdtRate } TRX; считаем по курсу на момент, когда перевод попал в блок.
            }
    }
deposit-card-notes =
    Зачислим примерно через минуту после того, как перевод попадёт в блок и станет необратимым. Адрес не меняется.
    ⚠️ Другие токены и переводы в других сетях не зачисляются.
deposit-off = Автоматического пополнения здесь нет.
deposit-copy = Копировать адрес
deposit-seen =
    <b>🔔 В пути: { $amount }</b>
    Перевод в блоке, зачислим примерно через минуту.
deposit-credited = <b>🔔 Пополнение зачислено: +{ $creditedTrx } TRX</b>
deposit-credited-rate = { $amount } по курсу { $rate } TRX
deposit-credited-balance = Теперь на балансе { $available } TRX.
deposit-at-retired =
    <b>🔔 Перевод на старый адрес: { $amount }</b>
    Этим адресом больше нельзя пользоваться, поэтому о зачислении решит оператор. Пополняйте только по адресу из /deposit.
deposit-address-retired =
    <b>⚠️ Больше не пользуйтесь старым адресом для пополнения</b>
    { $address }
    Отправленное на него может пропасть. Удалите его везде, где он сохранён; новый адрес покажет /deposit.
deposit-review =
    <b>🔔 На проверке: { $amount }</b>
    Перевод пришёл. Зачислим после проверки и сразу напишем.
deposit-tiny = 🔔 Не зачислено: { $amount } намного меньше минимума. О других таких переводах сегодня не пишем, они есть в списке.
deposit-waits-for-rate =
    <b>🔔 Ждёт курса: { $amount }</b>
    Перевод пришёл. Зачислим, как только появится новый курс USDT, и по этому курсу.
deposit-refused =
    <b>🔔 Не зачислено: { $amount }</b>
    Оператор проверил этот перевод и не зачислил его.
    Напишите { operator } и укажите ID клиента <code>{ $customerId }</code>
deposit-uncredited =
    <b>🔔 Не зачислено: { $amount }</b>
    { $minimum ->
        [none] Перевод пришёл, но { $asset } сейчас не принимаем.
       *[other] Перевод пришёл, но он меньше минимума: { $minimum }.
    }
    Напишите { operator } и укажите ID клиента <code>{ $customerId }</code>

## buttons

buttons-buy-energy = Купить энергию
buttons-buy-bandwidth = Bandwidth
buttons-orders = Заказы
buttons-balance = Баланс
buttons-deposit = Пополнить
buttons-withdraw = Вывести
buttons-help = Справка
buttons-back = Назад
buttons-cancel = Отмена
buttons-other = Другое
buttons-type-fast = Лучшая цена
buttons-type-manual = Своя цена
buttons-resource-energy = Энергия
buttons-resource-bandwidth = Bandwidth
buttons-next = Дальше: { wallets }
buttons-in-order =
    { $isMore ->
        [yes] По порядку: { $amounts } …
       *[no] По порядку: { $amounts }
    }
buttons-preset =
    { $use ->
        [none] { $amount }
        [usdt]
            { $times ->
                [1] { $amount } · перевод USDT
                [one] { $amount } · { $times } перевод USDT
                [few] { $amount } · { $times } перевода USDT
               *[other] { $amount } · { $times } переводов USDT
            }
       *[usdtNew]
            { $times ->
                [1] { $amount } · получателю без USDT
                [one] { $amount } · { $times } получателю без USDT
               *[other] { $amount } · { $times } получателям без USDT
            }
    }
buttons-preset-short =
    { $use ->
        [none] { $amount }
        [usdt]
            { $times ->
                [1] { $amount } · перевод USDT
               *[other] { $amount } · { $times }× USDT
            }
       *[usdtNew]
            { $times ->
                [1] { $amount } · на адрес без USDT
               *[other] { $amount } · { $times }× без USDT
            }
    }
# A choice with what it costs.
buttons-priced = { $label } · { $total } TRX
buttons-field = ✏️ { $value }
buttons-change = ✏️ Изменить
buttons-pay = Оплатить { $total } TRX
buttons-pay-again = Да, оплатить { $total } TRX
buttons-name-your-price = Своя цена
buttons-ask = Написать { $contact }
buttons-copy-amount = Копировать { $amount }
buttons-check-again = Проверить баланс ещё раз
buttons-back-to-order = Назад к заказу
buttons-new-quote = Новая цена
buttons-buy = Купить
buttons-take = Взять { $amount }
buttons-add-bandwidth = + Bandwidth
buttons-drop-bandwidth = Без Bandwidth
buttons-take-affordable = Взять { $amount }: хватает баланса
buttons-try-again = Ещё раз
buttons-retry = Попробовать ещё раз
buttons-private-chat = Открыть личный чат
buttons-repeat = Повторить
buttons-rent-missing = Арендовать ещё { $amount }
buttons-refresh = Обновить
buttons-copy-receiver = 📋 Адрес
buttons-cancel-booking =
    { $receivers ->
        [1] Снять бронь { $amount } · { $receiver }
       *[other] Снять бронь { $receivers } × { $amount }
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
buttons-older = Раньше
buttons-newest = К последним
buttons-receivers-field =
    { $first ->
        [none] Кошельки: { $count }
       *[other] Кошелёк { $first }
    }
buttons-copy-order-id = Копировать ID
buttons-copy-order-ids = Копировать все ID
buttons-copy-one-order-id = ID заказа { $first }
buttons-copy-some-order-ids = ID заказов { $first }–{ $last }

## commands

commands-start = Меню
commands-buy = Купить: по шагам или одной строкой
commands-quote = Только узнать цену
commands-again = Повторить последний заказ или заказ по ID
commands-orders = Ваши заказы
commands-order = Один заказ по его ID
commands-balance = Ваш баланс
commands-deposit = Пополнить баланс в TRX или USDT
commands-withdraw = Вывести TRX на свой кошелёк
commands-stats = Ваши расходы за 30 дней картинкой
commands-history = Все движения баланса файлом CSV
commands-settings = Уведомления, оплата и язык
commands-book = Адресная книга: имена кошельков
commands-usdt = Сколько энергии на перевод USDT
commands-sell = Продать свою энергию и Bandwidth
commands-team = Ваша команда: участники и лимиты
commands-link = Привязать группу к команде по коду
commands-key = Ваши ключи API
commands-cancel = Закрыть открытую карточку
commands-help = Как это работает

## wizard

wizard-title =
    { $resource ->
        [none] Новый заказ
        [energy] Покупка энергии
       *[bandwidth] Покупка Bandwidth
    }
wizard-title-own-price =
    { $resource ->
        [none] Новый заказ по своей цене
        [energy] Покупка энергии по своей цене
       *[bandwidth] Покупка Bandwidth по своей цене
    }
wizard-question-type =
    Какой заказ?
    «Лучшая цена»: всё сразу, от сервиса или от продавцов, смотря что дешевле. «Своя цена» ждёт, пока по ней продадут.
wizard-question-resource =
    Что нужно?
    Энергия: USDT и контракты. Bandwidth: переводы TRX.
wizard-question-receivers =
    На какие кошельки?
    { $isGroup ->
        [yes] Ответьте на мой вопрос адресами, не больше { $maxReceivers }, или файлом CSV или TXT.
       *[no] Вставьте адреса, не больше { $maxReceivers }, или пришлите файл CSV или TXT.
    }
wizard-question-receivers-known = Или выберите свой кошелёк ниже.
wizard-question-amount =
    { $others ->
        [0]
            { $receivers ->
                [1] Сколько { of-resource }?
               *[other] Сколько { of-resource } на каждый кошелёк?
            }
        [1] Сколько { of-resource } на оставшийся кошелёк?
       *[other] Сколько { of-resource } на каждый из остальных кошельков ({ $others })?
    }
wizard-question-amount-replaces = Заменит количество у всех кошельков.
wizard-question-amount-type =
    { $isGroup ->
        [yes] Ответьте на мой вопрос числом, { such-as }
       *[no] Введите число, { such-as }
    }
wizard-question-amount-least = Не меньше { $least }.
wizard-question-amount-priced = Цены за { $duration }.
wizard-question-price = Сколько SUN вы платите за единицу { of-resource }?
wizard-question-price-type =
    { $isGroup ->
        [yes] Ответьте на мой вопрос: { whole-sun }
       *[no] Введите { whole-sun }
    }
wizard-question-options =
    Можно ли частями, от нескольких продавцов?
    { $awaitsText ->
        [yes]
            { $isGroup ->
                [yes] Ответьте на мой вопрос числом: минимальная часть, например 20000 или 20k.
               *[no] Введите минимальную часть, например 20000 или 20k.
            }
       *[no] Только целиком: ждём продавца, у которого есть всё.
    }
wizard-taken = ✅ Принято: { wallets }
wizard-left-out = ⚠️ Не вошло: { $count } из { $total }
wizard-wallets-now = Теперь { wallets }
wizard-own-amounts =
    { $count ->
        [1] Своё количество: { wallets }, { $total }
       *[other] Своё количество: { wallets }, всего { $total }
    }
wizard-alike-not-activated =
    { $count ->
        [one] ❌ { wallets } не активирован. Сначала пришлите туда немного TRX.
       *[other] ❌ { wallets } не активированы. Сначала пришлите на каждый немного TRX.
    }
wizard-alike-contract =
    { $count ->
        [one] ❌ { $count } адрес — контракт, а получать могут только кошельки
        [few] ❌ { $count } адреса — контракты, а получать могут только кошельки
       *[other] ❌ { $count } адресов — контракты, а получать могут только кошельки
    }
wizard-alike-duplicate =
    { $count ->
        [one] ❌ { wallets } повторяется, считается один раз
       *[other] ❌ { wallets } повторяются, каждый считается один раз
    }
wizard-alike-checksum = ❌ Адреса с опечаткой: { $count } (контрольная сумма не сходится)
wizard-alike-refused = ❌ Адреса сервиса или ничьи: { $count }. Укажите свои кошельки.
wizard-alike-ethereum = ❌ Адреса в формате Ethereum: { $count }. Адреса TRON начинаются с T.
wizard-alike-hex = ❌ Шестнадцатеричные адреса: { $count }. Пришлите их в обычном виде: они начинаются с T.
wizard-more-refused = ❌ и ещё не подходит: { $count }
wizard-more-alike = и ещё { $count }
wizard-beyond-limit =
    { $count ->
        [1] ⚠️ В очереди ещё { $count } кошелёк: за раз до { $maxReceivers }. Предложу его после оплаты.
        [one] ⚠️ В очереди ещё { $count } кошелёк: за раз до { $maxReceivers }. Предложу их после оплаты.
        [few] ⚠️ В очереди ещё { $count } кошелька: за раз до { $maxReceivers }. Предложу их после оплаты.
       *[other] ⚠️ В очереди ещё { $count } кошельков: за раз до { $maxReceivers }. Предложу их после оплаты.
    }
wizard-low-energy = ⚠️ Меньше { $least }: перевод USDT всё равно сожжёт TRX.
wizard-line-problem-UNKNOWN_WORD =
    { $hint ->
        [none] ❌ «{ $word }»: непонятно
       *[other] ❌ «{ $word }»: может быть, { $hint }?
    }
wizard-line-problem-TWO_AMOUNTS = ❌ «{ $word }»: больше одного количества ({ $hint })
wizard-line-problem-TWO_DURATIONS = ❌ «{ $word }»: больше одного срока ({ $hint })
wizard-line-problem-TWO_RESOURCES = ❌ «{ $word }»: больше одного ресурса ({ $hint })
wizard-line-problem-AMOUNT_NOT_UNDERSTOOD = ❌ «{ $word }»: не количество; напишите 65000 или 65k
wizard-line-problem-AMOUNT_AMBIGUOUS = ❌ «{ $word }»: { $hint }?
wizard-line-problem-AMOUNT_TOO_SMALL = ❌ «{ $word }»: мало; не меньше { $hint }
wizard-line-problem-AMOUNT_TOO_LARGE = ❌ «{ $word }»: много; не больше { $hint }
wizard-line-problem-DURATION_NOT_OFFERED = ❌ «{ $word }»: такого срока нет. Можно { $hint }.
wizard-line-problem-DURATION_NEEDS_UNIT = ❌ «{ $word }»: минут, часов, дней? Напишите { $hint }
wizard-line-problem-TWO_TYPES = ❌ «{ $word }»: { $hint }?
wizard-line-problem-NOT_WITH_FAST = ❌ «{ $word }»: это только для заказов со своей ценой (Manual)
wizard-line-problem-TWO_PRICES = ❌ «{ $word }»: больше одной цены ({ $hint } SUN)
wizard-line-problem-PRICE_NOT_UNDERSTOOD = ❌ «{ $word }»: не цена; напишите { $hint }
wizard-line-problem-PRICE_NOT_WHOLE = ❌ «{ $word }»: только целые SUN: { $hint }?
wizard-line-problem-PRICE_TOO_HIGH = ❌ «{ $word }»: слишком высокая цена; не больше { $hint } SUN
wizard-line-problem-PARTIAL_OR_WHOLE = ❌ «{ $word }»: { $hint }?
wizard-line-problem-TWO_CHUNKS = ❌ «{ $word }»: больше одной минимальной части ({ $hint })
wizard-line-problem-CHUNK_NOT_UNDERSTOOD = ❌ «{ $word }»: не размер части; напишите { $hint }
wizard-line-problem-CHUNK_AMBIGUOUS = ❌ «{ $word }»: { $hint }?
wizard-line-problem-CHUNK_TOO_SMALL = ❌ «{ $word }»: часть не меньше { $hint }
wizard-line-problem-CHUNK_TOO_LARGE = ❌ «{ $word }»: больше самого заказа ({ $hint })
wizard-line-problem-WHOSE_AMOUNTS = ❓ «{ $word }»: какому кошельку сколько? Укажите одно количество для всех или пришлите список, по одному кошельку с количеством на строке.
wizard-line-problem-COLUMN_NOT_READ =
    { $hint ->
        [none] ❓ «{ $word }»: это количество? Укажите одно для всех или пришлите список ещё раз: числа вида 65000.
       *[other] ❓ «{ $word }»: это количество? Укажите одно для всех или пришлите файл ещё раз: заголовок «{ $hint }», числа вида 65000.
    }
wizard-line-problem-NOT_TWO_WALLETS = ❌ Нужны два кошелька: сначала отправитель, потом получатель
wizard-more-problems = ❌ и другие слова
wizard-question-duration = На какой срок?
wizard-question-duration-same = { $durations } стоят одинаково.
wizard-refused-checksum = ❌{"\u00A0"}<code>{ $address }</code>: опечатка (контрольная сумма не сходится)
wizard-refused-not-activated = ❌{"\u00A0"}<code>{ $address }</code>: не активирован. Сначала пришлите туда немного TRX.
wizard-refused-contract = ❌{"\u00A0"}<code>{ $address }</code>: это контракт, а получать могут только кошельки
wizard-refused-refused = ❌{"\u00A0"}<code>{ $address }</code>: это адрес сервиса или ничей. Укажите свой кошелёк.
wizard-refused-duplicate = ❌{"\u00A0"}<code>{ $address }</code>: повтор, считается один раз
wizard-refused-no-address = ❌{"\u00A0"}<code>{ $address }</code>: это не адрес
wizard-refused-no-such-name = ❌{"\u00A0"}<code>{ $address }</code>: нет в адресной книге. Имена: /book.
wizard-refused-ethereum = ❌{"\u00A0"}<code>{ $address }</code>: это адрес в формате Ethereum. Адреса TRON начинаются с T.
wizard-refused-hex = ❌{"\u00A0"}<code>{ $address }</code>: это шестнадцатеричный адрес. Пришлите его в обычном виде: он начинается с T.
wizard-refused-no-amount = ❌{"\u00A0"}<code>{ $address }</code>: неясно, сколько; напишите 65000 или 65k
wizard-refused-too-little = ❌{"\u00A0"}<code>{ $address }</code>: слишком мало; не меньше { $leastEnergy } энергии или { $leastBandwidth } Bandwidth
wizard-refused-too-much = ❌{"\u00A0"}<code>{ $address }</code>: слишком много; не больше { $most }

## confirm

confirm-locked = 🔒 Только с блокировкой в сети на весь срок
confirm-capacity-short = ⚠️ { deliverable }
confirm-title = <b>{ $total } TRX за { rental }</b>
confirm-title-at-most =
    <b>{ $now ->
        [none] Не больше { $total } TRX за { rental }
       *[other] Не больше { $total } TRX, сейчас около { $now } TRX, за { rental }
    }</b>
confirm-quote-title = <b>Цена: { $total } TRX за { rental }</b>
confirm-no-price-title = <b>{ rental }</b>
confirm-asking = ⏳ Узнаю цену…
confirm-per-receiver = { $each } TRX за каждый кошелёк, всего { $total } TRX
confirm-balance = Баланс { $before } → { $after } TRX
confirm-short = ⚠️ Баланс { $before } TRX: не хватает { $missing } TRX
confirm-comes-back = Если деньги будут зачислены в течение 24 часов, заказ вернётся сюда с кнопкой оплаты.
confirm-short-in-group = ⚠️ Не хватает средств, подробности в личном чате.
confirm-energy-for =
    { $first ->
        [0] { batch-energy-for } на кошелёк, где уже есть USDT
       *[other] { batch-energy-for }
    }
confirm-ends = Закончится примерно { $at }
confirm-extension =
    { $minutes ->
        [0] Начало: { $from }, конец: { $to }. Текущая закончится раньше.
        [one] Начало: { $from }, конец: { $to }. { $minutes } минута до конца текущей аренды оплачивается дважды.
        [few] Начало: { $from }, конец: { $to }. { $minutes } минуты до конца текущей аренды оплачиваются дважды.
       *[other] Начало: { $from }, конец: { $to }. { $minutes } минут до конца текущей аренды оплачиваются дважды.
    }
confirm-burn =
    { $days ->
        [1] Сжигание TRX обошлось бы в { $burn } TRX: экономия { $saved } TRX
        [few] Сжигать TRX { $days } дня подряд обошлось бы в { $burn } TRX: экономия { $saved } TRX
       *[other] Сжигать TRX { $days } дней подряд обошлось бы в { $burn } TRX: экономия { $saved } TRX
    }
confirm-burn-cheaper =
    { $days ->
        [1] ⚠️ Сжигать TRX сейчас дешевле: { $burn } TRX, на { $more } TRX меньше
        [few] ⚠️ Сжигать TRX { $days } дня подряд сейчас дешевле: { $burn } TRX, на { $more } TRX меньше
       *[other] ⚠️ Сжигать TRX { $days } дней подряд сейчас дешевле: { $burn } TRX, на { $more } TRX меньше
    }
confirm-burn-unknown = Сколько стоит сжигание TRX, сейчас неизвестно
confirm-receivers =
    { $count ->
        [1] На этот кошелёк:
       *[other] На эти кошельки ({ $count }):
    }
confirm-payer = Заказ { $name }
confirm-held-until = Цена действует до { $at }
confirm-held-while-offered = Цена до { $at }, пока есть предложения
confirm-not-held = ⌛ Цена больше не закреплена: при оплате она проверяется, больше не спишется
confirm-lapsed = ⚠️ Цена устарела. Нажмите «Новая цена».
confirm-sellers =
    { $isMost ->
        [yes] У продавцов, не дороже { $priceSun } SUN; цена сервиса { $desk } TRX
       *[no] У продавцов по { $priceSun } SUN; цена сервиса { $desk } TRX
    }
confirm-to-others =
    { $until ->
        [none] Есть предложение по { $priceSun } SUN, но сейчас не для { manual-market-wallets }
       *[other] Есть предложение по { $priceSun } SUN, но до { $until } не для { manual-market-wallets }
    }
confirm-asks-again = ⚠️ Подтвердите: оплатить { $total } TRX?
confirm-explanation = { $factors } = { $total } TRX
confirm-price = { $priceSun } SUN
confirm-same-for-day = Любой срок до 1 дня стоит одинаково
confirm-part-of-day = Любой срок до 1 дня стоит как целый день

## noPay

no-pay-asking = Узнаю цену…
no-pay-lapsed = Цена устарела
no-pay-asks-again = Подтвердите выше
no-pay-changes = Нажмите, что изменить
no-pay-balance = Не хватает средств
no-pay-capacity =
    { $free ->
        [0] Сейчас нет { of-resource }
       *[other] Доступно только { $free } { of-resource }
    }
no-pay-wallets = Один из кошельков не подходит
no-pay-floor = Цена ниже минимума
no-pay-other = Сейчас оплатить нельзя

## closed

closed-replaced = Эту карточку заменила новая. Здесь ничего не списано.
closed-paid = Оплачено. Как идёт заказ, видно на его карточке.
closed-replaced-unanswered = ↓ вместо неё открыта новая карточка
closed-continued = ↓ продолжение ниже
closed-draft = Карточка закрыта. Новый заказ: /buy.

## notices

notices-VALIDATION_FAILED = Так заказать нельзя.
notices-VALIDATION_FAILED-end = { nothing-charged } Исправьте и попробуйте снова.
notices-UNAUTHORIZED = У вас ещё нет счёта. Отправьте боту /start в личном чате.
notices-INSUFFICIENT_BALANCE-in-group = Не хватает средств, подробности в личном чате.
notices-INSUFFICIENT_BALANCE = Не хватает средств. { nothing-charged }
notices-INSUFFICIENT_BALANCE-missing = Недостаёт: { $missingAmount } из { $missingRequired } TRX
notices-FORBIDDEN = Это вам не разрешено. { nothing-charged } Обратитесь к оператору.
notices-NOT_FOUND = Этого больше нет. Начните заново: /buy.
notices-ORDER_NOT_FOUND =
    { $isGroup ->
        [yes] Заказа с таким ID у вас нет. Ваши заказы: /orders в личном чате со мной; чужой заказ откроет только его владелец.
       *[no] Заказа с таким ID у вас нет. Все заказы: /orders.
    }
notices-NO_CAPACITY =
    { deliverable } { nothing-charged }
    { $takeUnits ->
        [none] Закажите меньше или попробуйте через несколько минут.
       *[other]
            { $receivers ->
                [1] Возьмите { $takeUnits } или попробуйте через несколько минут.
               *[other] Возьмите { $takeUnits } на каждый кошелёк или попробуйте через несколько минут.
            }
    }
notices-NOT_CANCELABLE = Всё уже доставлено: отменять нечего.
notices-NOT_CHANGEABLE = Заказ больше не открыт, изменить его нельзя.
notices-REFERENCE_USED = Такая метка уже есть у другого вашего заказа.
notices-IDEMPOTENCY_IN_PROGRESS = Этот заказ уже оформляется. Скоро он будет в /orders.
notices-IDEMPOTENCY_KEY_REUSED = По этой карточке заказ уже сделан. Он в /orders.
notices-TOO_MANY_OPEN = У вас уже 20 незавершённых выводов. Отмените один или дождитесь выплаты.
notices-BODY_TOO_LARGE = Слишком много за раз. Пришлите меньше адресов.
notices-CHALLENGE_EXPIRED = Текст для подписи устарел. Запросите новый через API.
notices-SIGNATURE_INVALID = Подпись сделана не ключом этого аккаунта. Подпишите текст без изменений.
notices-PERMISSION_MISSING = Аккаунт не разрешает сервису делегировать. Что настроить, скажет API.
notices-RATE_LIMITED =
    { $limit ->
        [none] Слишком часто. { nothing-charged } Попробуйте чуть позже.
       *[other] Открытых, отменённых и истёкших заказов за день может быть не больше { $limit }. { nothing-charged } Дождитесь исполнения части из них или попробуйте завтра (UTC).
    }
notices-INTERNAL = Что-то пошло не так. Загляните в /orders и попробуйте снова.
notices-CHAIN_UNAVAILABLE = Сейчас нельзя проверить кошельки, ничего не списано. Попробуйте снова.
notices-BUSY = Сеть не успевает за заказами. { nothing-charged } Попробуйте через минуту.
notices-DESK_HALTED = Новые заказы пока не принимаются, текущие идут. { nothing-charged } Попробуйте позже.
notices-OUTCOME_UNKNOWN = Пока неизвестно, выполнено ли это. Загляните в /orders, прежде чем пробовать снова.
notices-SHUTTING_DOWN = Сервис перезапускается. { nothing-charged } Попробуйте через минуту.
notices-AMOUNT_AMBIGUOUS =
    { $said ->
        [none] Это { $readings }? Введите число, { such-as }
       *[other] «{ $said }»: это { $readings }? Введите число, { such-as }
    }
notices-AMOUNT_NOT_UNDERSTOOD =
    { $said ->
        [none] Это не количество. Введите число, { such-as }
       *[other] «{ $said }»: не количество. Введите число, { such-as }
    }
no-such-time =
    { $said ->
        [none] Такого срока нет.
       *[other] «{ $said }»: такого срока нет.
    }
notices-DURATION_NOT_OFFERED =
    { $count ->
        [0] { no-such-time } Нажмите кнопку или введите, например, 1h или 3d.
       *[other] { no-such-time } Можно { $readings }.
    }
notices-NO_ADDRESS =
    { $said ->
        [none] Здесь нет адреса TRON. Адреса начинаются с T.
       *[other] «{ $said }»: здесь нет адреса TRON. Адреса начинаются с T.
    }
notices-PRICE_BELOW_FLOOR =
    { $priceAsked ->
        [none] Цена ниже минимума. { nothing-charged } Поднимите цену.
       *[other] { $priceAsked } SUN ниже минимума { $priceFloor } SUN. { nothing-charged } Поднимите цену.
    }
notices-PRICE_NOT_UNDERSTOOD =
    { $said ->
        [none] Это не цена. Введите { whole-sun }
       *[other] «{ $said }»: не цена. Введите { whole-sun }
    }
notices-AMOUNT_TOO_SMALL =
    { $said ->
        [none] Не меньше { $limit } на каждый кошелёк.
       *[other] «{ $said }»: слишком мало. Не меньше { $limit } на каждый кошелёк.
    }
notices-AMOUNT_TOO_LARGE =
    { $said ->
        [none] Не больше { $limit } на каждый кошелёк.
       *[other] «{ $said }»: слишком много. Не больше { $limit } на каждый кошелёк.
    }
notices-PRICE_TOO_HIGH =
    { $said ->
        [none] Не больше { $limit } SUN.
       *[other] «{ $said }»: слишком высокая цена. Не больше { $limit } SUN.
    }
notices-CHUNK_TOO_SMALL =
    { $said ->
        [none] Часть не меньше { $limit }.
       *[other] «{ $said }»: слишком мало. Часть не меньше { $limit }.
    }
notices-CHUNK_TOO_LARGE =
    { $said ->
        [none] Часть не больше самого заказа ({ $limit }).
       *[other] «{ $said }»: слишком много. Часть не больше самого заказа ({ $limit }).
    }
notices-PRICE_NOT_WHOLE =
    { $said ->
        [none] Цена в целых SUN. Введите { whole-sun }
       *[other] «{ $said }»: не целое число. Цена в целых SUN. Введите { whole-sun }
    }
notices-PRICE_NOT_WHOLE-readings =
    { $said ->
        [none] Только целые SUN: { $readings }?
       *[other] «{ $said }»: не целое число. Только целые SUN: { $readings }?
    }
notices-unreadable = Не удалось это прочитать. { nothing-charged } Начните заново: /buy.
notices-lapsed = Цена устарела. { nothing-charged } Нажмите «Новая цена».
notices-bad-wallets = Эти кошельки не подходят:
notices-bad-wallets-change = Замените их. { nothing-charged }

## batch

batch-headline-safe =
    { $of ->
        [1] ✅ Доставлено: можно отправлять
       *[other] ✅ Доставлено на все { $of }: можно отправлять
    }
batch-headline-underWay =
    { $of ->
        [1] ⏳ Доставляется
       *[other] ⏳ Доставляется: кошельков { $delivered } из { $of }
    }
batch-headline-resting =
    { $of ->
        [1] ⏳ Ждёт в стакане
       *[other] ⏳ Ждёт в стакане: кошельков { $delivered } из { $of }
    }
batch-headline-partlyFilled =
    { $of ->
        [1] ⏳ Исполнено частично, остаток ждёт
       *[other] ⏳ Исполнено частично, остаток ждёт: кошельков { $delivered } из { $of }
    }
batch-headline-cancelling =
    { $of ->
        [1] ⏳ Отменяется
       *[other] ⏳ Отменяется: кошельков { $delivered } из { $of }
    }
batch-headline-ending = ⌛ Аренда заканчивается
batch-headline-ended = Аренда закончилась
batch-headline-partlyDelivered =
    { $of ->
        [1] ⚠️ Доставлено частично
       *[other] ⚠️ Доставлено частично: кошельков { $delivered } из { $of }
    }
batch-headline-cancelled = ❌ Отменено, ничего не доставлено
batch-part = { $amount } { of-resource }
batch-delivered =
    { $receivers ->
        [1] ✅ Доставлено: { rented }
       *[other]
            { $isSum ->
                [yes] ✅ Доставлено на все { $receivers }: всего { rented }
               *[no] ✅ Доставлено на все { $receivers }: по { rented }
            }
    }
batch-safe-to = ✅ Доставлено: можно отправлять USDT на { $to }
batch-safe-to-holders =
    { $of ->
        [1] ✅ Доставлено: можно отправлять USDT на кошелёк, где уже есть USDT
       *[other] ✅ Доставлено на все { $of }: можно отправлять USDT на кошелёк, где уже есть USDT
    }
batch-safe-until = ⚠️ Только до конца другой аренды: { $at }
batch-too-little =
    { $receivers ->
        [1]
            { $isSum ->
                [yes]
                    { $isFirst ->
                        [yes] ⚠️ Доставлено, мало для перевода USDT на кошелёк без USDT
                       *[no] ⚠️ Доставлено, мало для перевода USDT
                    }
               *[no]
                    { $isFirst ->
                        [yes] ⚠️ Доставлено: { $amount } энергии, мало для перевода USDT на кошелёк без USDT
                       *[no] ⚠️ Доставлено: { $amount } энергии, мало для перевода USDT
                    }
            }
       *[other]
            { $isSum ->
                [yes]
                    { $isFirst ->
                        [yes] ⚠️ Доставлено на все { $receivers }, мало для перевода USDT на кошелёк без USDT
                       *[no] ⚠️ Доставлено на все { $receivers }, мало для перевода USDT
                    }
               *[no]
                    { $isFirst ->
                        [yes] ⚠️ Доставлено на все { $receivers }: по { $amount } энергии, мало для перевода USDT на кошелёк без USDT
                       *[no] ⚠️ Доставлено на все { $receivers }: по { $amount } энергии, мало для перевода USDT
                    }
            }
    }
batch-safe-for-some = ⚠️ Доставлено на все { $of }, можно отправлять: { $safe } из { $of }
batch-energy-for =
    { $receivers ->
        [1] Энергии
       *[other] В каждом кошельке энергии
    } на { $transfers ->
        [one] { $transfers } перевод USDT
        [few] { $transfers } перевода USDT
       *[other] { $transfers } переводов USDT
    }{ $first ->
        [0] { "" }
       *[other] {" "}или { $first } на кошелёк без USDT
    }
batch-energy-for-more = { batch-energy-for } сверх того, что уже было
batch-fee-limit =
    Ставьте fee_limit не меньше { $limit } TRX{ $first ->
        [none] { "" }
       *[other] {", "}на кошелёк без USDT — { $first } TRX
    }
batch-not-safe = ⚠️ Не хватит на перевод USDT
batch-terms = { rental } · { $paid } TRX
batch-by =
    { $isKey ->
        [yes] Заказ: { $name }, через API-ключ
       *[no] Заказ: { $name }
    }
batch-approved-by = одобрено: { $name }
batch-ends = Закончится { $at }
batch-ends-between = Закончится: первая аренда { $first }, последняя { $last }
batch-ended = Закончилась { $at }
batch-alike = { $what }: { $count }
batch-leg-state-planned = отправляется
batch-leg-state-signed = отправляется
batch-leg-state-sent = отправлено, ждёт блока
batch-leg-state-included = доставлено
batch-leg-state-solidified = доставлено, подтверждено
batch-leg-state-over = аренда закончилась
batch-leg-state-dead = не удалось, не списано
batch-unplanned = { $amount } ждут другого продавца
batch-transaction = транзакция
batch-order = Заказ { $id }
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
        [one] + { $count } часть
        [few] + { $count } части
       *[other] + { $count } частей
    }
batch-cancel-requested = отменяется; уже подписанные части ещё будут доставлены
batch-improved = на { $amount } TRX дешевле: цена оказалась ниже
batch-refunded = возвращено { $amount } TRX
batch-waits-for-network = ⚠️ Ждём сеть. Карточка обновится сама.
batch-lacks-bandwidth =
    { $burn ->
        [none] { $bandwidth } Bandwidth
       *[other] { $bandwidth } Bandwidth (сгорит { $burn } TRX)
    }
batch-sends =
    { $transfers ->
        [0]
            { $isFirst ->
                [yes] { of-resource-first } не хватит на перевод USDT. На кошелёк без USDT нужно ещё: { $lacking }
               *[no] { of-resource-first } не хватит на перевод USDT. Нужно ещё: { $lacking }
            }
       *[other]
            { $isFirst ->
                [yes] { of-resource-first } хватит на { transfers } USDT на кошелёк, где USDT уже есть. На кошелёк без USDT не хватает: { $lacking }
               *[no] { of-resource-first } хватит на { transfers } USDT. Не хватает: { $lacking }
            }
    }
# В начале предложения.
of-resource-first =
    { $resource ->
        [energy] Энергии
       *[bandwidth] Bandwidth
    }
transfers =
    { $transfers ->
        [one] { $transfers } перевод
        [few] { $transfers } перевода
       *[other] { $transfers } переводов
    }
batch-cancelled = отменён
batch-cancelled-by-customer = отменён вами
batch-cancelled-by = отменил(а) { $name }
batch-cancelled-not-activated = отменён: кошелёк не активирован
batch-cancelled-contract = отменён: кошелёк оказался контрактом
batch-cancelled-not-delivered = отменён: не удалось доставить вовремя
batch-cancelled-unread = отменён: сеть TRON не удалось прочитать вовремя
batch-cancelled-expired = срок истёк
batch-cancelled-restored = отменён: сервис восстановлен из резервной копии

## booking

booking-starts = Начало: { $from }, за минуту до конца текущей аренды. Конец: { $to }. Сумма по цене сервиса удерживается сразу; до начала бронь можно отменить.
booking-now = Начать сейчас, { $total } TRX
booking-later = Начать по окончании, { $total } TRX
booking-later-short = По окончании, { $total } TRX
booking-open = <b>🕓 Забронировано:</b> станет заказом { $due }
booking-terms =
    { $isHeld ->
        [yes] { rental } · удержано { $held } TRX
       *[no] { rental } · возвращено { $held } TRX
    }
booking-old = Текущая аренда закончится { $end }
booking-returned = Бронь закрыта, деньги возвращены
booking-reason-cancelled = отменено вами
booking-reason-noCapacity = к сроку доставить было некому
booking-reason-closed = к сроку новые заказы не принимались
booking-reason-belowFloor = цена оказалась ниже минимальной
booking-reason-receiver = кошелёк не может получить аренду
booking-reason-late = в назначенное время сервис не работал
booking-reason-member = кто забронировал, больше не может заказывать для команды
booking-reason-restored = сервис восстановлен из резервной копии
booking-book = Начать по окончании, бронь { $total } TRX
booking-book-short = Начать потом, бронь { $total } TRX
booking-book-again = Да, удержать { $total } TRX
booking-asks-again = ⚠️ Подтвердите: удержать { $total } TRX?
booking-not-amounts = К концу аренды можно забронировать только одинаковое количество для всех кошельков; этот заказ начнётся сразу.
booking-not-bandwidth = Заказ с Bandwidth нельзя забронировать к концу аренды; он начнётся сразу.
booking-already = ⚠️ Продление уже забронировано: начнётся { $start }, удержано { $held } TRX. Это начнётся сразу; отменить бронь можно в /orders.

## orders

orders-title = Ваши заказы
orders-question =
    <b>Какой заказ?</b>
    Нажмите на него ниже или пришлите его ID.
orders-empty =
    <b>Заказов ещё нет</b>
    Сделайте первый: /buy. Или вставьте адрес кошелька.
orders-line = { $at } · { rental } · { $paid } TRX · { $state }
orders-booked = 🕓 Забронировано, начало { $at } · { rental } · удержано { $held } TRX
orders-asks-to-end = <b>Снять эту бронь?</b> Деньги вернутся, её цена больше не закреплена.
orders-end = Да, снять
orders-more-booked =
    { $count ->
        [one] 🕓 и ещё { $count } бронь
        [few] 🕓 и ещё { $count } брони
       *[other] 🕓 и ещё { $count } броней
    }
orders-state-safe = ✅ доставлено
orders-state-underWay = ⏳ доставляется
orders-state-resting = ⏳ ждёт в стакане
orders-state-partlyFilled = ⏳ исполнено частично
orders-state-cancelling = ⏳ отменяется
orders-state-ending = ⌛ заканчивается
orders-state-ended = аренда закончилась
orders-state-partlyDelivered = ⚠️ доставлено частично
orders-state-cancelled = ❌ отменён

## settings

settings-title = Настройки
settings-group-title = Настройки этой группы
settings-hint = Нажмите, чтобы изменить: вкл., без звука, выкл.
settings-group-hint = Для всей группы; менять могут только администраторы. Уведомления — о заказах, сделанных здесь.
settings-late-hint = «При задержке»: только если прошло больше 15 с или под заказом уже десять сообщений.
settings-kind-completed = Доставлено
settings-kind-partial = Доставлено частично
settings-kind-cancelled = Отмены и возвраты
settings-kind-ending = Конец аренды
settings-kind-balance = Баланс
settings-kind-sale = Продажи
settings-mode-late = при задержке
settings-mode-on = вкл.
settings-mode-silent = без звука
settings-mode-off = выкл.
settings-button-kind = { $kind }: { $mode }
settings-limit =
    { $limit ->
        [none] Без предупреждения о балансе
       *[other] Предупреждать, когда баланс ниже { $limit } TRX
    }
settings-already-below = ⚠️ Баланс уже ниже: { $available } TRX. Сообщу, когда он снова опустится ниже порога.
settings-limit-button = Порог: { $limit } TRX
settings-orders =
    { $from ->
        [none] О заказах через API не сообщать
       *[other] Сообщать, когда через API заказано от { $from } TRX за раз или за час
    }
settings-orders-button =
    { $from ->
        [none] Заказы через API: выкл.
       *[other] Заказы через API: от { $from } TRX
    }
settings-ask-orders = От какой суммы сообщать о заказах через API, за раз или за час? Напишите сумму в TRX, например 50.
settings-no-limit = Без порога
settings-no-limit-yet = Предупреждать о низком балансе
settings-ask-above =
    { $trx ->
        [none] Оплата без подтверждения
        [0] Подтверждать каждую оплату
       *[other] Подтверждать оплату больше { $trx } TRX
    }
settings-ask-above-button =
    { $trx ->
        [none] Не подтверждать
        [0] Подтверждать всегда
       *[other] Подтверждать больше { $trx } TRX
    }
settings-ask-limit = При каком балансе предупредить? Напишите сумму в TRX, например 50.
settings-bad-limit =
    { $said ->
        [none] Это не сумма в TRX. Напишите число, например 50 или 12.5, не больше 6 знаков после точки.
       *[other] «{ $said }»: не сумма в TRX. Напишите число, например 50 или 12.5, не больше 6 знаков после точки.
    }
settings-language = Язык: { $name }
settings-as-client = как в Telegram
settings-language-button = 🌐 Язык
settings-admins-only = Изменить это могут только администраторы группы.
settings-cannot-ask = Не удалось узнать у Telegram, администратор ли вы. Попробуйте ещё раз.

## sell

sell-title = Продажа энергии и Bandwidth
sell-list = Ваши аккаунты, которые продают:
sell-account =
    { $address }
    { $state ->
        [onSale] ✅ в продаже, к выплате { $earned } TRX
        [paused] ⏸ на паузе, к выплате { $earned } TRX
       *[idle] ⏸ ничего не продаёт, к выплате { $earned } TRX
    }
sell-more-accounts = и ещё { $count }
sell-address =
    С какого аккаунта продавать?
    Пришлите его адрес. На нём нужны TRX в стейкинге; они остаются на нём, а прекратить можно в любой момент.
    Комиссия сервиса: { $commission } % с каждой продажи.
sell-permission-title = Разрешите сервису делегировать
sell-permission-account = Аккаунт { $address }
sell-permission-no-key = ❌ Ни в одном активном разрешении аккаунта нет ключа сервиса.
sell-permission-weight = ❌ Порог { $needs }, а вес сервиса { $has }: вес должен достигать порога.
sell-permission-fine = ✅ Сервис может делегировать и забирать обратно.
sell-permission-steps =
    Дайте сервису активное разрешение на две операции и не больше:
    1. TronLink: настройки, управление разрешениями. TronScan: подключите кошелёк, затем разрешения вашего аккаунта.
    2. Добавьте активное разрешение. Разрешение владельца не меняйте.
    3. Операции: только Delegate Resources (DelegateResource) и Reclaim Resources (UnDelegateResource).
    4. Ключ: { $operator }, вес 1. Порог: 1.
    5. Подтвердите; сеть берёт за это 100 TRX. Затем нажмите «Проверить».
sell-challenge-title = Подтвердите, что аккаунт ваш
sell-challenge-ask = Подпишите этот текст без изменений ключом самого аккаунта. Это ничего не переводит. Нажмите на него, чтобы скопировать:
sell-challenge-how =
    1. В любом кошельке, который подписывает сообщения (signMessageV2, TIP-191): отсканируйте QR-код или вставьте текст.
    2. Или с TronLink в браузере: откройте страницу, к которой он подключён, и выполните в консоли <code>await tronWeb.trx.signMessageV2(text)</code>.
sell-challenge-sandbox = В песочнице выполните { $command }, вставьте текст и нажмите Ctrl-D.
sell-challenge-until = Пришлите мне подпись. Срок: { $end }.
sell-challenge-code = Тот же текст в виде QR-кода, для кошелька на другом устройстве.
sell-seller-state =
    { $isPaused ->
        [yes] ⏸ На паузе
       *[no] ✅ В продаже
    }
sell-seller-idle = ⏸ Ничего не продаётся
sell-seller-pause-permission = Аккаунт больше не разрешает сервису делегировать. Нажмите «Разрешение».
sell-seller-pause-bandwidth = На аккаунте мало TRX для комиссии за делегирование: пришлите на него 2 TRX или больше.
sell-seller-pause-activation = Аккаунт не активирован: пришлите на него немного TRX.
sell-seller-pause-other = Причину знает оператор сервиса.
sell-seller-capacity = Сейчас может продать: { $energy } энергии, { $bandwidth } Bandwidth
sell-seller-money = Заработано: к выплате { $earned } TRX, выплачено { $paidOut } TRX
sell-seller-payout-minimum = Выплачиваем от { $least } TRX
sell-seller-payout-next = Уйдёт с ближайшими выплатами
sell-seller-payout-first = Первая выплата из соображений безопасности: { $from } или позже
sell-seller-payout-approval =
    { $from ->
        [none] Сверх автоматических выплат за день: нужно одобрение оператора
       *[other] Сверх автоматических выплат за день: нужно одобрение оператора, { $from } или позже
    }
sell-seller-open =
    { $count ->
        [0] Открытых делегирований нет
       *[other] Открытых делегирований: { $count }
    }
sell-seller-delegation =
    { $end ->
        [none] { units } по { $price } SUN, доход { $earns } TRX, в пути
       *[other] { units } по { $price } SUN, доход { $earns } TRX, конец: { $end }
    }
sell-seller-more-delegations = и ещё { $count }
sell-seller-offer =
    { $keep ->
        [none] { sell-seller-mark } { resource }: { $price } SUN, срок: { $shortest }…{ $longest }, части от { $chunk }
       *[other] { sell-seller-mark } { resource }: { $price } SUN, срок: { $shortest }…{ $longest }, части от { $chunk }, себе { $keep }
    }
sell-seller-mark =
    { $isOn ->
        [yes] ✅
       *[no] ⏸
    }
sell-seller-too-dear = ⚠️ Не продаётся: сейчас никто не получает больше { $tooDearAbove } SUN. Снизьте цену.
sell-seller-no-offer = Аккаунт пока ничего не предлагает.
sell-seller-allows-more = ⚠️ Аккаунт разрешает сервису больше, чем нужно для продажи. Нажмите «Разрешение».
sell-offer-title = Предложение: { resource }
sell-offer-about = Нажмите на то, что хотите изменить, затем «Выставить».
sell-offer-take = Вы получите { $gets } из { $costs } TRX за { rental } (комиссия{"\u00A0"}{ $commission }{"\u00A0"}%).
sell-offer-question-price = Минимальная цена, в SUN за единицу в день? Выберите или введите от 1 до 1000.
sell-offer-question-shortest = Самая короткая аренда?
sell-offer-question-longest = Самая долгая аренда? На этот срок занят ваш стейкинг.
sell-offer-question-chunk = Минимальная часть, которую вы продаёте, в единицах? Выберите или введите число.
sell-offer-question-keep = Сколько оставить себе, в единицах? Выберите или введите число.
sell-offer-field-price = Цена: { $value }
sell-offer-field-shortest = Мин: { $value }
sell-offer-field-longest = Макс: { $value }
sell-offer-field-chunk = Части от { $value }
sell-offer-field-keep = Оставить себе: { $value }
sell-offer-price = { $sun } SUN
sell-offer-price-wanted = { $sun } SUN · ждут { $units }
sell-typed = Вы написали: «{ $said }».
sell-signed-by = Это ключ аккаунта { $account }. Если он вам незнаком, подписан другой текст: подпишите этот точно как есть.
sell-notices-NO_ADDRESS = Здесь нет адреса TRON. Адреса начинаются с T.
sell-notices-BAD_ADDRESS = В адресе опечатка: контрольная сумма не сходится.
sell-notices-NOT_ACTIVATED = Аккаунт не активирован: пришлите на него TRX и поставьте часть в стейкинг.
sell-notices-NOT_STAKED = На аккаунте нет TRX в стейкинге, продавать пока нечего: сначала поставьте часть.
sell-notices-CONTRACT = Это контракт. Продавать может только кошелёк.
sell-notices-DESKS_OWN = Этот аккаунт принадлежит сервису. Пришлите свой.
sell-notices-NO_SIGNATURE = Это не подпись: в ней 130 шестнадцатеричных знаков, с 0x впереди или без.
sell-notices-SIGNATURE_INVALID = Эту подпись не прочитать. Подпишите текст точно как есть, ключом самого аккаунта.
sell-notices-OTHER_KEY = Эта подпись сделана другим ключом.
sell-notices-WEAK_KEY = Одного этого ключа мало: разрешение владельца аккаунта требует большего.
sell-notices-CHALLENGE_EXPIRED = Этот текст устарел или заменён. Нажмите «Новый текст» и подпишите его.
sell-notices-PERMISSION_MISSING = Аккаунт больше не разрешает сервису делегировать. Нажмите «Проверить».
sell-notices-PRICE_RANGE = Цена: целое число от 1 до 1000.
sell-notices-CHUNK_RANGE = Это слишком мало или не число: меньшие части сервис не делегирует.
sell-notices-KEEP_RANGE = Это не количество: нужно число единиц.
sell-notices-CHAIN_UNAVAILABLE = Сейчас нет связи с TRON. Попробуйте ещё раз.
sell-notices-NOT_YOURS = С этого аккаунта вы не продаёте (или уже не продаёте).
sell-notices-FAILED = Не получилось. Ничего не изменилось; попробуйте ещё раз.
sell-closed-closed = Закрыто. Ваши предложения остаются в продаже. Открыть снова: /sell.
sell-closed-idle = Закрыто. Открыть снова: /sell.
sell-closed-replaced = Эту карточку заменила новая.
sell-toasts-not-yours = Это чужая карточка. Откройте свою: /sell.
sell-toasts-closed = Эта карточка закрыта. Откройте новую: /sell.
sell-toasts-saved = Сохранено.
sell-toasts-unchanged = Проверено ещё раз: пока без изменений.
sell-toasts-fine = ✅ Проверено: сервис может только делегировать и забирать обратно.
sell-buttons-add = Добавить аккаунт
sell-buttons-list = Все аккаунты
sell-buttons-check = Проверить
sell-buttons-copy-desk = Копировать адрес сервиса
sell-buttons-go-on = Всё равно продолжить
sell-buttons-new-text = Новый текст
sell-buttons-offer =
    { $isKnown ->
        [yes] ✏️ { resource }
       *[no] Предложить: { resource }
    }
sell-buttons-turn =
    { $isOn ->
        [yes] ⏸ { resource }
       *[no] ▶️ { resource }
    }
sell-buttons-permission = Разрешение
sell-buttons-save = Выставить
sell-buttons-close = Закрыть
sell-permission-missing = ❌ Пока не разрешено: { $operations }
sell-permission-too-much = ⚠️ Лишнее: сервис мог бы ещё { $powers }. Уберите это из разрешения: для продажи оно не нужно.
sell-operation-delegate = Delegate Resources (DelegateResource)
sell-operation-undelegate = Reclaim Resources (UnDelegateResource)
sell-power-owner = делать что угодно, как ключ владельца
sell-power-transfer = переводить TRX
sell-power-contracts = вызывать контракты
sell-power-permissions = менять разрешения
sell-power-stake = ставить в стейкинг
sell-power-unstake = снимать со стейкинга
sell-power-withdraw = выводить снятые TRX

## stats

stats-title =
    { $days ->
        [one] За { $days } день
        [few] За { $days } дня
       *[other] За { $days } дней
    }
stats-spent = Потрачено
stats-orders =
    { $count ->
        [one] { $count } заказ доставлен
        [few] { $count } заказа доставлено
       *[other] { $count } заказов доставлено
    }
stats-price = Цена { of-resource }
stats-average = вы платили в среднем
stats-burning = сжигание TRX: { $price }
stats-delivery = Время доставки
stats-median = медиана
stats-p90 = 9 из 10 за { $time }
stats-trx = { $amount } TRX
stats-sun = { $price } SUN
stats-duration =
    { $unit ->
        [second] { $count }{"\u00A0"}с
        [minute] { $count }{"\u00A0"}мин
        [hour] { $count }{"\u00A0"}ч
       *[day] { $count }{"\u00A0"}д
    }
stats-nothing =
    <b>За { $days ->
        [one] { $days } день
        [few] { $days } дня
       *[other] { $days } дней
    } ничего не куплено</b>
    После первой доставки /stats покажет ваши расходы. Купить: /buy.
stats-range = { $first } – { $last }, UTC
stats-caption-spent = <b>Потрачено { $spent } TRX за { in-days }</b>
stats-caption-saved = Экономия по сравнению со сжиганием: { $amount } TRX по сегодняшней цене
stats-caption-not-saved = Сжигание обошлось бы на { $amount } TRX дешевле по сегодняшней цене
stats-caption-bought =
    { $burnPrice ->
        [none] { units } в среднем по { $price } SUN
       *[other] { units } в среднем по { $price } SUN; сжигание TRX: { $burnPrice } SUN
    }
stats-caption-delivery = { stats-orders }: половина за { $median }, 9 из 10 за { $p90 }
in-days =
    { $days ->
        [one] { $days } день
        [few] { $days } дня
       *[other] { $days } дней
    }

## help

help-title = Как это работает
help-wallet = Достаточно кошелька, остальное как в прошлый раз: <code>{ $buy }T…</code>
help-one-line = Одной строкой: <code>{ $buy }65k 1h T…</code>
help-own-amounts =
    Разное количество: <code>{ $buy }1h
    T… 65k
    T… 131k</code>
help-locked = Только с блокировкой в сети: <code>{ $buy }65k 1h T… locked</code>
help-paying = Деньги списываются только по кнопке с ценой.
help-group = Карточка принадлежит тому, кто её открыл. Баланс и заказы: в личном чате.
help-contact = Вопросы: { $contact }

## history

history-title = История счёта
history-line =
    { $from ->
        [none] { $at }  { $amount } TRX · { $what }
       *[other] { $at }  { $amount } TRX · { $what }: { $from }
    }
history-kinds-deposit = пополнение
history-kinds-gift = бонус
history-kinds-payment = поступление
history-kinds-correction = корректировка
history-kinds-booked = удержано под продление
history-kinds-unbooked = бронь закрыта
history-kinds-hold = заказ
history-kinds-raised = цена заказа повышена
history-kinds-lowered = цена заказа понижена
history-kinds-improved = цена лучше
history-kinds-refund = возврат
history-kinds-withdrawal_hold = вывод с комиссией
history-kinds-withdrawal_returned = вывод возвращён
history-kinds-withdrawal = вывод
history-left = Баланс после этого: { $balance } TRX
history-too-large =
    { $command ->
        [none] Даже один день не помещается в файл. Читайте заказы по HTTP своим ключом.
       *[other] Это больше, чем вмещает один файл. Столько поместится: { $command }
    }
history-wrong-day = «{ $word }» — не дата: напишите { $example }.
history-two-days = «{ $word }»: { $first } или { $second }? Напишите одну из этих дат.
history-backwards = Конец раньше начала. Напишите так: { $example }
history-in-file = В файле все движения { history-period }; там время UTC, суммы в TRX.
history-nothing = Движений по балансу { history-period } не было.
history-period =
    { $isDay ->
        [yes] за { $to }
       *[no]
            { $from ->
                [none] по { $to }
               *[other] с { $from } по { $to }
            }
    }

## news

news-booking =
    <b>🔔 Аренда не продлена, деньги возвращены</b>
    { rental } · возвращено { $held } TRX
news-cancelled =
    <b>{ $delivered ->
        [none] 🔔 Отменено, деньги возвращены
       *[other] 🔔 Доставлено частично, остаток возвращён
    }</b>
    { rental }
    { $delivered ->
        [none] Оплачено { $paid }, доставлено на 0, возвращено { $refunded } TRX
       *[other] Оплачено { $paid }, доставлено на { $delivered }, возвращено { $refunded } TRX
    }
news-balance =
    <b>🔔 Мало средств</b>
    Доступно { $available } TRX, это меньше { $limit } TRX.
    Как пополнить: /balance. Изменить порог: /settings.
news-open = Открыть заказ
news-extend = Продлить
news-completed = <b>🔔 Доставлено</b>
news-completed-terms =
    { $improved ->
        [none] { rental } · { $paid } TRX
       *[other] { rental } · { $paid } TRX, { $improved }
    }
news-sends-nobody = ⚠️ Само по себе мало для перевода USDT
news-sends-holders = Хватит на перевод USDT на кошелёк, где уже есть USDT
news-partial =
    <b>🔔 Доставлено частично</b>
    { $receivers ->
        [1] { $filled } из { units }, ждут { $rest }
       *[other] { $filled } из { units } на { receivers }, ждут { $rest }
    }
news-ending =
    <b>🔔 Аренда скоро закончится</b>
    { $receivers ->
        [1] { units }: закончится { $at }
       *[other]
            { $isSum ->
                [yes] Всего { units } на { receivers }: закончится { $at }
               *[no] { units } на { receivers }: закончится { $at }
            }
    }
news-sale =
    <b>🔔 Продано</b>
    { $sold } в { $orders ->
        [one] { $orders } заказе
       *[other] { $orders } заказах
    }: вам { $earned } TRX
    Всё, что вы продаёте: /sell. Эти сообщения: /settings.

## manual

manual-buttons-parts = Частями, от { $least }
manual-buttons-whole = Только целиком
manual-buttons-other-chunk = Другой минимум
manual-buttons-bulk =
    { $isOn ->
        [yes] ☑ Все кошельки вместе
       *[no] ☐ Все кошельки вместе
    }
manual-buttons-price-field = { $priceSun } SUN
manual-buttons-parts-field =
    { $bulk ->
        [yes] Все ≥ { $least }
       *[no] Части ≥ { $least }
    }
manual-buttons-parts-field-short = ≥ { $least }
manual-buttons-parts-field-shortest =
    { $bulk ->
        [yes] Все
       *[no] Части
    }
manual-buttons-whole-field =
    { $bulk ->
        [yes] Всё или ничего
       *[no] Целиком
    }
manual-buttons-at-once = Всё сразу: { $total } TRX
manual-market-prices = Минимум { $floorSun } SUN · цена сервиса { $fastSun } SUN
manual-market-no-asks = Сейчас никто не продаёт.
manual-market-none-before =
    { $desk ->
        [yes] До { $until } продавцов для { manual-market-wallets } нет
       *[no] До { $until } предложений для { manual-market-wallets } нет
    }
manual-market-wallets =
    { $wallets ->
        [1] этого кошелька
       *[other] этих кошельков
    }
manual-market-fast-is-better = ⚠️ Цена сервиса не выше той, по которой всё исполнится сразу.
manual-confirm-fills-all = Предложений хватает: всё исполнится сразу
manual-confirm-fills-some =
    { $cost ->
        [none] По текущим предложениям сразу { $fills }, в ожидании { $rests }
       *[other] По текущим предложениям сразу { $fills } примерно за { $cost } TRX, в ожидании { $rests }
    }
manual-confirm-fills-none = Сейчас в стакане ничего не подходит: заказ будет ждать
manual-confirm-waits-for-all = Начнётся, когда можно исполнить все кошельки
manual-confirm-parts = Частями от { $least }
manual-confirm-whole = Только целиком: всё от одного продавца
manual-confirm-bulk = Все кошельки начинают вместе
manual-confirm-runs = Каждая часть действует { $duration } с момента доставки
manual-confirm-at-once = Всё сразу стоило бы { $total } TRX
manual-confirm-at-once-instead = ⚠️ Всё сразу стоит не больше { $total } TRX: ждать по вашей цене невыгодно
manual-order-price = { $priceSun } SUN
manual-order-delivered = доставлено { $delivered } из { $of }
manual-order-on-the-way = в пути { $onTheWay }
manual-order-waiting = ждут { $rests }
manual-order-rests-until = Срок ожидания: { $at }, затем остаток вернётся
manual-order-paid-trx = оплачено { $paid }
manual-order-delivered-trx = доставлено на { $delivered }
manual-order-on-the-way-trx = в пути на { $held }
manual-order-refunded-trx = возвращено { $refunded } TRX
manual-resting-held-up = Исполнение приостановлено; продолжится само
manual-resting-overdue = Срок истёк: остаток возвращается
manual-resting-of-pool = Этот кошелёк теперь принадлежит сервису: отмените заказ, остаток вернётся
manual-resting-fills-now = Появился свободный продавец: исполняется
manual-resting-locked =
    { $owners ->
        [one] { $owners } продавец пока не может: заблокирована его прежняя аренда на этот кошелёк, конец: { $until }
        [few] { $owners } продавца пока не могут: заблокированы их прежние аренды на этот кошелёк, конец: { $until }
       *[other] { $owners } продавцов пока не могут: заблокированы их прежние аренды на этот кошелёк, конец: { $until }
    }
manual-resting-under-way =
    { $owners ->
        [one] Пропущен { $owners } продавец: на этот кошелёк уже идёт другая доставка
        [few] Пропущены { $owners } продавца: на этот кошелёк уже идёт другая доставка
       *[other] Пропущено { $owners } продавцов: на этот кошелёк уже идёт другая доставка
    }
manual-resting-unlockable =
    { $owners ->
        [one] Пропущен { $owners } продавец: на такой срок заблокировать нельзя
        [few] Пропущены { $owners } продавца: на такой срок заблокировать нельзя
       *[other] Пропущено { $owners } продавцов: на такой срок заблокировать нельзя
    }
manual-resting-too-little =
    { $owners ->
        [one] Пропущен { $owners } продавец: мало свободного для допустимой части
        [few] Пропущены { $owners } продавца: мало свободного для допустимой части
       *[other] Пропущено { $owners } продавцов: мало свободного для допустимой части
    }
manual-resting-too-coarse =
    { $owners ->
        [one] Пропущен { $owners } продавец: не продаёт такими малыми частями
        [few] Пропущены { $owners } продавца: не продают такими малыми частями
       *[other] Пропущено { $owners } продавцов: не продают такими малыми частями
    }
manual-resting-gifts-only =
    { $owners ->
        [one] Пропущен { $owners } продавец: бонусы от оператора тратятся только у самого сервиса
        [few] Пропущены { $owners } продавца: бонусы от оператора тратятся только у самого сервиса
       *[other] Пропущено { $owners } продавцов: бонусы от оператора тратятся только у самого сервиса
    }
manual-resting-failed-lately =
    { $owners ->
        [one] Пропущен { $owners } продавец: доставка не удалась, скоро повтор
        [few] Пропущены { $owners } продавца: доставка не удалась, скоро повтор
       *[other] Пропущено { $owners } продавцов: доставка не удалась, скоро повтор
    }
manual-resting-bulk = Кошельки начнут вместе, когда можно исполнить все
manual-resting-nobody =
    { $isElse ->
        [yes] Больше никто
       *[no] Никто
    } не продаёт по { $priceSun } SUN или дешевле{ $nextSun ->
        [none] { "" }
       *[other] ; следующая цена { $nextSun } SUN
    }
manual-buttons-price = { $priceSun } SUN · { $total } TRX · { manual-buttons-fills }
manual-buttons-price-short = { $priceSun } SUN · { manual-buttons-fills }
manual-buttons-fills =
    { $state ->
        [all] всё сразу
        [some] сразу { $fills }
       *[nothing] ждёт
    }
manual-market-asks = Продают: { $levels }
manual-market-bids = Покупают: { $levels }
manual-market-level = { $units } по { $priceSun }

## keys

keys-title = Ключи API
keys-about = С ключом ваши программы заказывают по HTTP, с вашего баланса.
keys-none = Ключей нет.
keys-line = { $startsWith }, выдан { $issued }
keys-disabled-line = { $startsWith }, выдан { $issued }, отключён, пока его не включит оператор
keys-full = Ключей уже { $most }, больше нельзя. Отзовите один, чтобы выпустить новый.
keys-issue = Выпустить ключ
keys-revoke = Отозвать { $startsWith }
keys-ask-revoke =
    Отозвать ключ { $startsWith }?
    Программы с этим ключом сразу получат отказ. Вернуть его нельзя.
keys-confirm-revoke = Отозвать
keys-revoked = ✅ Ключ { $startsWith } отозван.
keys-gone = Этот ключ уже не действует.
keys-shown =
    <b>Ваш новый ключ API</b>
    { $key }
    Он показан один раз: сохраните его сейчас, сервис его не хранит. { $team ->
        [none] Любой, у кого он есть, может тратить ваш баланс.
       *[other] Любой, у кого он есть, может от вашего имени тратить до { $cap } TRX в день (UTC) с баланса команды { $team }.
    } Сохранив ключ, удалите это сообщение.
keys-copy = Копировать ключ
keys-not-shown = ⚠️ Неизвестно, дошёл ли до вас новый ключ ({ $startsWith }), поэтому он отозван. Выпустите другой: /key.

## notes

notes-anonymous-admin =
    Вы анонимный администратор: неизвестно, кто платит.
    { as-yourself }
notes-channel =
    У канала нет баланса, он не может заказывать.
    { as-yourself }
notes-linked-post =
    За публикацию привязанного канала некому платить.
    { as-yourself }
notes-edited-after-payment = Заказ уже оплачен: правка сообщения ничего не меняет. Чтобы заказать ещё, отправьте новое сообщение.
notes-edited-in-vain = Эта правка ничего не изменила. Чтобы заказать это, отправьте новое сообщение.
notes-dead-letter = Извините, что-то пошло не так, ничего не списано; см. /orders.
notes-cannot-write = Сейчас сервис не может это принять. Ответим, как только сможем; ничего не списано.
notes-nothing-to-cancel = Открытой карточки нет. Заказ отменяют на его карточке: /orders.
notes-nothing-to-repeat = Повторять пока нечего. Начните с /buy.
notes-anothers-order = Это заказ другого участника, открыть его может только сам участник.
notes-address-later = Сейчас адрес показать нельзя. Ничего не потеряно: повторите /deposit через несколько минут.
notes-private-only = Это видно только в личном чате.
notes-group-hint = В группе: /buy, /quote, /again, /order, /settings, /usdt, /link, /cancel и /help. Остальное в личном чате.

## twoReadings

two-readings = { that }: это { $readings } TRX? Нажмите или введите одно из двух.

## unknownCommand

unknown-command = Команды /{ $typed } нет. Есть { $known }.
unknown-command-meant = Команды /{ $typed } нет. Может быть, /{ $meant }?

## profile

profile-description =
    Аренда энергии и Bandwidth в сети TRON за секунды: отправляйте USDT, не сжигая TRX.

    Вставьте адрес кошелька или нажмите «Старт». Сначала вы видите цену и платите кнопкой, на которой она стоит; карточка скажет, когда можно отправлять.
profile-short-description = Энергия и Bandwidth в сети TRON за секунды: отправляйте USDT, не сжигая TRX.

## prompts

prompts-receivers-text = На какие кошельки? Ответьте на это сообщение адресами или файлом.
prompts-receivers-placeholder = T… T…
prompts-amount-text = Сколько { of-resource }? Ответьте числом, { such-as }
prompts-amount-placeholder = 65000
prompts-price-text = Какая цена? Ответьте: { whole-sun }
prompts-price-placeholder = 55
prompts-partial-min-text = Какая минимальная часть? Ответьте числом, например 20000 или 20k.
prompts-partial-min-placeholder = 20000
prompts-order-text = Какой заказ? Ответьте на это сообщение его ID.
prompts-order-placeholder = 24 знака

## toasts

toasts-not-yours = Это чужая карточка. Откройте свою: /buy.
toasts-anothers = Владелец этой карточки — { $name }. Откройте свою: /buy.
toasts-stale = Карточка успела измениться. Вот как она выглядит сейчас.
toasts-already-paid = Уже оплачено: дважды не списывается.
toasts-already-dropped = Эта карточка закрыта. Откройте новую: /buy.
toasts-read-first = Сначала прочтите, потом нажмите ещё раз.
toasts-still-missing = Всё ещё не хватает { $amount } TRX.
toasts-quote-lapsed =
    Та цена устарела, ничего не списано. { $now ->
        [none] Вот новая.
       *[other] Теперь: { $before } → { $now } TRX
    }
toasts-offers-gone =
    Этих предложений больше нет, ничего не списано. { $now ->
        [none] Вот цена сейчас.
       *[other] Теперь: { $before } → { $now } TRX
    }
toasts-already-booked = Продление с этого времени уже забронировано: больше ничего не удержано.
toasts-booking-cancelled = Бронь отменена, возвращено { $amount } TRX
toasts-booking-over = Эта бронь уже закрыта: деньги возвращены.
toasts-booking-ordered = Эта бронь уже стала заказом.
toasts-refreshed = Обновлено.
toasts-nothing-to-go-back-to = Это первый вопрос.

## files

files-problem-too-large = ⚠️ Файл больше 64 КиБ. Разделите его или пришлите один столбец с кошельками: войдёт 1{"\u00A0"}800.
files-problem-unavailable = ⚠️ Telegram не отдал этот файл. Пришлите его ещё раз.
files-problem-spreadsheet = ⚠️ Это электронная таблица, прочитать её я не могу. { as-csv }
files-problem-not-text = ⚠️ Это не текстовый файл. { as-csv }
files-problem-no-wallets = ⚠️ В файле нет ни одного адреса TRON. { as-csv }
files-next =
    Ещё { $next ->
        [one] { $next } кошелёк
        [few] { $next } кошелька
       *[other] { $next } кошельков
    }
files-next-of = { files-next } (осталось { $left })

## book

book-own = Ваша личная адресная книга
book-of-team = Адресная книга команды { $name }
book-title =
    { $names ->
        [one] Адресная книга · { $names } кошелёк
        [few] Адресная книга · { $names } кошелька
       *[other] Адресная книга · { $names } кошельков
    }
book-page = Страница { $page } из { $pages }
book-empty =
    <b>Адресная книга пуста</b>
    { book-how-to }
book-how-to =
    Добавить: <code>/book cold1 T…</code>
    Писать вместо адреса: <code>65k 1h cold1</code>
    Сразу много: файл CSV с именами и кошельками и подписью /book
book-entry =
    { $uses ->
        [one] Заказано: { $uses } раз
        [few] Заказано: { $uses } раза
       *[other] Заказано: { $uses } раз
    }
book-added = ✅ { $name }: { $wallet }
book-same = { $name } уже в книге: { $wallet }
book-changed = ✅ { $name } теперь { $wallet }. Раньше: { $before }
book-taken =
    { $name } сейчас { $before }
    Заменить на { $wallet }?
book-kept = Ничего не заменено.
book-full = ⚠️ В книге уже { $maxNames } имён, больше нельзя. Сначала удалите одно: /book remove cold1
book-removed = Имя { $name } удалено, это был { $wallet }. Вернуть: { $again }
book-no-such-name = ⚠️ Имени { $name } в книге нет. Смотрите /book.
book-bad-name = ⚠️ «{ $name }» не подходит. Имя: { letters }.
book-means-else = ⚠️ «{ $name }» в заказе значит другое. Выберите другое имя.
book-bad-wallet = ⚠️ { $wallet } не адрес TRON. Скопируйте его ещё раз.
book-ethereum = ⚠️ { ethereum }
book-hex = ⚠️ { hex }
book-usage =
    ⚠️ Непонятно.
    { book-how-to }
    Удалить: <code>/book remove cold1</code>
    Всё файлом: <code>/book export</code>
book-not-utf8 = ⚠️ Имена в этом файле нельзя прочитать наверняка. Сохраните его как CSV (UTF-8) и пришлите.
book-caption =
    { $names ->
        [one] Адресная книга · { $names } кошелёк. Загрузить снова: подпись /book.
        [few] Адресная книга · { $names } кошелька. Загрузить снова: подпись /book.
       *[other] Адресная книга · { $names } кошельков. Загрузить снова: подпись /book.
    }
book-buttons-buy = Купить для него
book-buttons-remove = Удалить
book-buttons-back = Назад
book-buttons-export = Экспорт CSV
book-buttons-replace =
    { $names ->
        [1] Заменить
       *[other] Заменить { $names }
    }
book-buttons-keep = Оставить
book-buttons-earlier = Предыдущие
book-buttons-later = Следующие
book-imported = <b>Имена из файла</b>
book-imported-counts = ✅ Новых: { $added }, изменено: { $changed }, без изменений: { $same }
book-imported-full = ⚠️ Не вошло: { $full }. Больше { $maxNames } имён нельзя.
book-imported-line = ❌ Строка { $line }: { $why }
book-imported-more = ❌ и ещё строк: { $count }
book-imported-taken =
    { $names ->
        [1] ⚠️ Это имя занято другим кошельком и не изменено: { $listed }
       *[other] ⚠️ Занято другими кошельками и не изменено ({ $names }): { $listed }
    }
book-problem-noWallet = нет кошелька
book-problem-checksum = ошибка в адресе
book-problem-ethereum = адрес в формате Ethereum
book-problem-hex = шестнадцатеричный адрес
book-problem-noName = нет имени
book-problem-badName = не имя ({ letters })
book-problem-meansElse = имя, которое в заказе значит другое
book-problem-twice = это имя уже занято другим кошельком выше

## overlaps

overlaps-several =
    { $isAll ->
        [yes] ⚠️ { resource } уже есть на всех кошельках ({ $of })
       *[no]
            { $of ->
                [one] ⚠️ { resource } уже есть у { $count } из { $of } кошелька
               *[other] ⚠️ { resource } уже есть у { $count } из { $of } кошельков
            }
    }
overlaps-holds =
    { $wallet ->
        [none] ⚠️ На кошельке уже есть { $units } { of-resource }, закончится { $until }
       *[other] ⚠️ { $wallet }: уже есть { $units } { of-resource }, закончится { $until }
    }
overlaps-holds-parts =
    { $wallet ->
        [none] ⚠️ На кошельке уже есть { $units } { of-resource }, первая аренда закончится { $first }, последняя { $last }
       *[other] ⚠️ { $wallet }: уже есть { $units } { of-resource }, первая аренда закончится { $first }, последняя { $last }
    }
overlaps-gets =
    { $wallet ->
        [none] ⚠️ На кошельке уже доставляется { $units } { of-resource }
       *[other] ⚠️ { $wallet }: уже доставляется { $units } { of-resource }
    }
overlaps-more = ⚠️ и ещё { wallets }

## usdt

usdt-question =
    Сколько энергии нужно на перевод USDT?
    { $isGroup ->
        [yes] Ответьте на мой вопрос двумя кошельками: кто отправляет, потом кто получает.
       *[no] Пришлите два кошелька: кто отправляет, потом кто получает.
    }
    Например: T… T… или <code>@hot @cold</code>
usdt-ask-recipient =
    Кому переводит USDT { $from }?
    { $isGroup ->
        [yes] Ответьте на мой вопрос кошельком получателя.
       *[no] Пришлите кошелёк получателя.
    }
usdt-ask-sender =
    Кто переводит USDT на { $to }?
    { $isGroup ->
        [yes] Ответьте на мой вопрос кошельком отправителя.
       *[no] Пришлите кошелёк отправителя.
    }
usdt-prompt-both = Кто отправляет USDT и кто получает? Ответьте двумя кошельками, первым отправителя.
usdt-prompt-recipient = Кто получает USDT? Ответьте кошельком получателя.
usdt-prompt-sender = Кто отправляет USDT? Ответьте кошельком отправителя.
usdt-lacks-bandwidth = Отправителю не хватает Bandwidth: сгорит { $burn } TRX, а аренда { $amount } стоит { $cost } TRX.
usdt-only-bandwidth = ⚠️ Отправителю не хватает Bandwidth, за перевод сгорят TRX. Арендовать: { $line }
usdt-burns-nothing = ✅ Этот перевод бесплатный: TRX не сгорают.
usdt-no-bandwidth = ⚠️ Bandwidth сейчас нет: здесь только энергия.
usdt-not-activated = ⚠️ { $from } не активирован в TRON и не может отправить USDT. Сначала пришлите туда немного TRX.
usdt-enough = <b>Арендовать не нужно: у отправителя { $held } энергии</b>
usdt-takes-tried = Проверено на контракте: перевод USDT на { $to } расходует { $tried } энергии, хватит { $needed }.
usdt-takes-holdsSome = На { $to } есть USDT: на перевод нужно { $needed } энергии.
usdt-takes-holdsNone = На { $to } нет USDT: на перевод нужно { $needed } энергии.
usdt-takes-notActivated = { $to } не активирован, поэтому USDT там нет: на первый перевод { $needed } энергии.
usdt-takes-usual =
    { $isShort ->
        [yes] Обычно на перевод USDT нужно { $needed } энергии. Если на { $to } никогда не было USDT, нужно { $neededForNew }: недостающее можно арендовать через /buy.
       *[no] Обычно на перевод USDT нужно { $needed } энергии. Если на { $to } никогда не было USDT, нужно { $neededForNew }.
    }
usdt-sender-holds =
    { $least ->
        [none] У отправителя свободно { $held }, не хватает { $missing }.
       *[other] У отправителя свободно { $held }, не хватает { $missing }. Наименьшая аренда: { $least }.
    }

## amend

amend-title = Изменение заказа
amend-terms = { rental } · { $priceSun } SUN
amend-question = Что изменить?
amend-price = Цену
amend-lifetime = Срок ожидания
amend-ask-lifetime = Сколько ждать, считая от { $created }?
amend-more = ⚠️ При { $priceSun } SUN удерживается на { $more } TRX больше. Лишнее вернётся.
amend-hold = Удержать ещё { $more } TRX
amend-close = Оставить как есть
amend-price-changed = ✅ Новая цена: { $priceSun } SUN
amend-lifetime-changed = ✅ Изменено. Срок ожидания: { $until }
amend-closed = Закрыто, ничего не изменено.
amend-read-first = Сначала прочтите, потом нажмите ещё раз.
amend-over = Эта карточка закрыта. Изменить заказ можно кнопкой на его карточке.
amend-hours = { $hours } ч
amend-days = { $days } дн.

## ordered

ordered =
    <b>{ $more ->
        [none] 🔔 Через API заказано на { $paid } TRX
       *[other] 🔔 Через API повышена цена заказа: теперь { $paid } TRX (+{ $more })
    }</b>
    { rental }, по { $priceSun } SUN
    Ключ: { $key }
    Это были не вы? Отзовите ключ: /key.

## orderedInHour

ordered-in-hour =
    <b>🔔 За час через API заказано на { $paid } TRX</b>
    Каждый заказ меньше выбранных вами { $from } TRX; список: /orders.
    Это были не вы? Отзовите ключ: /key.

## withdrawalNews

withdrawal-news-asked =
    <b>🔔 Запрошен вывод { $amount } TRX через API</b>
    На { $address }: на этот адрес вы ещё не выводили.
withdrawal-news-asked-approval = Сначала решение примет оператор.
withdrawal-news-asked-from = Отправим { $from } или позже.
withdrawal-news-asked-end = Это были не вы? Отмените вывод и отзовите ключи: /key.
withdrawal-news-paid =
    <b>🔔 Выплачено { $amount } TRX</b>
    На { $address }
withdrawal-news-refused =
    <b>🔔 В выводе { $amount } TRX отказано</b>
    На { $address }
withdrawal-news-refused-reason = Причина: { $reason }
withdrawal-news-refused-end = Деньги снова на балансе.
withdrawal-news-delayed =
    <b>🔔 Вывод { $amount } TRX задерживается</b>
    На { $address }
    Оператор должен сначала пополнить счёт для выплат. Потом деньги уйдут сами; до этого вывод можно отменить.
withdrawal-news-unpaid =
    <b>🔔 Вывод { $amount } TRX не прошёл</b>
    На { $address }
    Перевод вовремя не попал ни в один блок. Сумма по-прежнему удержана, и оператор должен одобрить вывод заново; до этого его можно отменить.
withdrawal-news-unbooked =
    <b>🔔 Вывод { $amount } TRX снова открыт</b>
    На { $address }
    Он был по ошибке отмечен как выплаченный. Сумма снова удержана, и оператор должен одобрить вывод заново; до этого его можно отменить.

## withdraw

withdraw-title = Вывод TRX
withdraw-title-of = Вывести { $amount } TRX
withdraw-off = Вывод здесь отключён. Чтобы забрать деньги, напишите { operator }.
withdraw-withdrawable = Можно вывести: { $amount } TRX
withdraw-gifts = Бонусы от оператора можно потратить здесь, но не вывести.
withdraw-least = Минимальный вывод — { $least } TRX, комиссия — { $fee } TRX.
withdraw-ask-address =
    { $hasWallets ->
        [yes] На какой адрес? Выберите свой кошелёк или пришлите другой адрес.
       *[no] На какой адрес? Пришлите его сюда.
    }
withdraw-ask-amount = Сколько TRX должно прийти? От { $least } до { $most }.
withdraw-all = Всё: { $amount } TRX
withdraw-to = На { $address }
withdraw-fee = Комиссия: { $fee } TRX
withdraw-fee-with-activation = Комиссия: { $fee } TRX, из них { $activation } TRX — активация нового аккаунта
withdraw-arrives = Придёт: { $amount } TRX
withdraw-taken = Спишется с баланса: { $amount } TRX
withdraw-at-once = Отправим сразу.
withdraw-new-address = ⏳ Новый адрес: отправим через { $hours } ч, до этого можно отменить.
withdraw-needs-operator = ⏳ Сначала вывод должен одобрить оператор.
withdraw-asks-again = ⚠️ Отправленный вывод не вернуть. Сверьте адрес.
withdraw-send-again = Да, отправить { $amount } TRX
withdraw-close = Закрыть
withdraw-closed = Закрыто, ничего не выведено.
withdraw-over = Эта карточка закрыта. Новая: /withdraw.
withdraw-read-first = Сначала прочтите, потом нажмите ещё раз.
withdraw-status-waiting = 🕓 Вывод { $amount } TRX
withdraw-status-approval = 🕓 Вывод { $amount } TRX
withdraw-status-signed = ⏳ Вывод { $amount } TRX
withdraw-status-paid = ✅ Выплачено { $amount } TRX
withdraw-status-refused = ❌ В выводе { $amount } TRX отказано
withdraw-status-cancelled = Вывод { $amount } TRX отменён
withdraw-awaits-operator = Ждёт одобрения оператора.
withdraw-not-before = Отправим { $due } или позже.
withdraw-soon = Отправим, как только будет возможно.
withdraw-paused = Выплаты приостановлены; отправим, когда они возобновятся.
withdraw-can-cancel = До этого вывод можно отменить.
withdraw-on-its-way = Отправлено; станет окончательным примерно через минуту.
withdraw-reason = Причина: { $reason }
withdraw-is-back = { $amount } TRX снова на балансе.
withdraw-open-title = Ещё не отправлено
withdraw-open-line =
    { $due ->
        [none]
            { $isApproved ->
                [yes] { $amount } TRX на { $address }
               *[no] { $amount } TRX на { $address }, ждёт одобрения оператора
            }
       *[other]
            { $isApproved ->
                [yes] { $amount } TRX на { $address }, { $due } или позже
               *[no] { $amount } TRX на { $address }, { $due } или позже, ждёт одобрения оператора
            }
    }
withdraw-transaction = Транзакция
withdraw-cancel-one = Отменить { $amount } TRX на { $wallet }
withdraw-cancel-one-short = Отменить { $amount } TRX
withdraw-cancelled-toast = Отменено: { $amount } TRX снова на балансе.
withdraw-too-late = Отменить уже нельзя. Что ещё можно отменить: /withdraw.
withdraw-notices-NO_ADDRESS = { that } — не адрес TRON. Адреса начинаются с T.
withdraw-notices-BAD_ADDRESS = В адресе опечатка. Скопируйте его ещё раз.
withdraw-notices-ETHEREUM = { ethereum }
withdraw-notices-HEX = { hex }
withdraw-notices-NO_SUCH_NAME =
    { $said ->
        [none] Такого имени нет в вашей адресной книге /book.
       *[other] Такого имени нет в вашей адресной книге /book: { $said }.
    }
withdraw-notices-SEVERAL = Один адрес на один вывод.
withdraw-notices-CONTRACT = Этот адрес — контракт. Выплаты идут только на кошельки.
withdraw-notices-DESKS_OWN = Этот адрес ничей или принадлежит сервису, как и ваш адрес для пополнения. Пришлите адрес своего кошелька.
withdraw-notices-TWO_READINGS =
    { $said ->
        [none] Это { $readings } TRX? Нажмите или введите одно из двух.
       *[other] «{ $said }»: это { $readings } TRX? Нажмите или введите одно из двух.
    }
withdraw-notices-NOT_AMOUNT = { that } — не сумма. Введите TRX, например 10 или 12.5.
withdraw-notices-TOO_SMALL = Не меньше { $least } TRX.
withdraw-notices-TOO_LARGE = Может прийти не больше { $most } TRX, после комиссии { $fee } TRX.
withdraw-notices-FEE_TAKES_ALL = Для этого адреса комиссия { $fee } TRX, потому что аккаунт новый: останется слишком мало. Укажите другой адрес.
withdraw-notices-FEE_CHANGED = Комиссия выросла. Ничего не отправлено.
withdraw-notices-BALANCE = Баланс изменился: может прийти не больше { $most } TRX. Ничего не отправлено.
withdraw-notices-TOO_MANY = У вас 20 ещё не выплаченных выводов. Отмените один из них или дождитесь выплаты. Ничего не списано.
withdraw-notices-NOT_OWNER = Выводить могут только владельцы команды. Ничего не списано.
withdraw-notices-OFF = Вывод сейчас отключён. Напишите { operator }.
withdraw-notices-HALTED = Сейчас выводы не делаются. Ничего не списано. Попробуйте позже.
withdraw-notices-CHAIN_UNAVAILABLE = Сейчас нет связи с TRON. Ничего не списано. Попробуйте через минуту.
withdraw-notices-FAILED = Не получилось. Ничего не списано. Попробуйте чуть позже.

## teamMoney

team-money-from = Со счёта команды { $name }
team-money-asks = { $name } запрашивает вывод со счёта команды { $team }
team-money-withdrawal = { $amount } TRX на { $address }, комиссия не больше { $fee } TRX
team-money-available = Команда может вывести: { $amount } TRX
team-money-needs-owner = ⏳ Сначала вывод должен подтвердить другой владелец команды.
team-money-send-again = Да, на подтверждение: { $amount } TRX
team-money-title = 🕓 Вывод { $amount } TRX
team-money-waits = Ждёт подтверждения другого владельца до { $until }. До этого ничего не списывается.
team-money-over-declined = Отклонено ({ $by }): ничего не списано
team-money-over-withdrawn = Запрос отозван: с баланса ничего не списано
team-money-over-lapsed = Другой владелец не подтвердил вовремя: ничего не списано
team-money-over-ended = Автор запроса больше не владелец: ничего не списано
team-money-short = Сейчас не хватает: команда может вывести { $left } TRX. Ничего не списано, запрос остаётся открытым.
team-money-fee-risen = Комиссия стала выше, чем при запросе. Запросите вывод заново; ничего не списано.
team-money-owners-only = ⚠️ Выводить со счёта команды { $name } могут только её владельцы. Чтобы вывести свои деньги, выберите свой счёт в /team.
team-money-news =
    <b>🔔 Вывод { $amount } TRX</b>
    На { $address }
team-money-by =
    { $confirmed ->
        [none] Запросил(а) { $asked }
       *[other] Запросил(а) { $asked }, подтвердил(а) { $confirmed }
    }
team-money-paid-in = 🔔 На счёт команды { $name } поступило { $amount } TRX
team-money-low =
    <b>🔔 Баланс на исходе</b>
    Доступно { $available } TRX, меньше { $limit } TRX: столько команда потратила сегодня или вчера (берётся больший день, не меньше 10 TRX).
team-money-wallets = <b>🔔 Новое в книге команды</b>, добавил(а) { $name }
team-money-wallets-more = и ещё { $count }
team-money-restored =
    <b>⚠️ Сервис восстановлен из резервной копии</b>
    Копия сделана { $at }. Проверьте участников и лимиты в /team: изменения после этого времени потеряны. Открытые запросы, приглашения и коды больше не действуют.

## team

team-none =
    Вы не состоите в команде. Команда — это общий баланс, с которого заказывают несколько человек, каждый в пределах своих лимитов.

    Создать команду: <code>/team new НАЗВАНИЕ</code>
team-several = Ваши команды
team-title = Команда { $name }
team-founded = ✅ Команда { $name } создана, вы её владелец. Чтобы пополнить баланс, нажмите «Платить со счёта команды», затем /deposit: деньги поступят команде. Пригласите остальных на карточке команды.
team-role-viewer = наблюдатель
team-role-trader = трейдер
team-role-approver = согласующий
team-role-owner = владелец
team-you-viewer = Ваша роль: наблюдатель.
team-you-trader = Ваша роль: трейдер.
team-you-approver = Ваша роль: согласующий.
team-you-owner = Ваша роль: владелец.
team-alone = Вы единственный владелец: ваши изменения никто не проверяет.
team-member = { $name } · { $role } · сегодня { $used } TRX
team-former = Уже не в команде · сегодня { $used } TRX
team-used = Потрачено и удержано сегодня (UTC): { $used } TRX
team-limits =
    { $whose ->
        [you] Ваши лимиты (вместе с лимитами команды)
        [member] Личные лимиты (вместе с лимитами команды)
       *[team] Лимиты команды
    }: { $limits }
team-up-to =
    { $of ->
        [order] заказ до { $sum } TRX
        [day] день до { $sum } TRX
       *[alone] без согласования до { $sum } TRX
    }
team-no-limits = Без лимитов
team-no-own-limits = Своих лимитов нет, действуют лимиты команды.
team-no-orders = Заказов ещё нет
team-only-booked = Без согласования только на кошельки из книги команды
team-book-refused = ⚠️ Книгу кошельков команды меняют только согласующие и владельцы. Ничего не изменено. Кошельки можно предлагать по одному: <code>/book ИМЯ T…</code>
team-invitation = Приглашение, роль: { $role }, действует до { $until }
team-waiting =
    { $requests ->
        [one] Ждёт решения: { $requests } запрос
        [few] Ждут решения: { $requests } запроса
       *[many] Ждут решения: { $requests } запросов
    }
team-request-of = { $name }: { $what }
team-invite-as = Кем пригласить? Наблюдатель видит заказы; трейдер заказывает в пределах лимитов; согласующий ещё и одобряет чужие запросы; владелец управляет всем.
team-invite-link =
    По этой ссылке вступит один человек, роль: { $role }, действует до { $until }:

    { $link }
team-link-code =
    Отправьте это в группу в течение часа как её администратор (не анонимно):

    { $code }
team-linked = ✅ Теперь заказы этой группы — заказы команды { $name }. Заказывать могут только её участники.
team-unlinked = Группа больше не заказывает для команды { $name }: каждый заказывает за себя.
team-not-linked = Эта группа не принадлежит команде.
team-link-in-group = Отправьте это в группе, которую хотите связать.
team-bad-code = ⚠️ Код недействителен. Владелец команды получает его командой /team.
team-not-member = ⚠️ Эта группа заказывает для команды { $name }, а вы в ней не состоите. В личном чате можно заказать для себя.
team-joined =
    ✅ Вы теперь в команде { $name }, ваша роль: { $role ->
        [viewer] наблюдатель
        [trader] трейдер
        [approver] согласующий
       *[owner] владелец
    }. См. /team.
team-has-joined =
    { $inviter ->
        [none] { $who } теперь в команде { $team }, роль: { $role }, по вашему приглашению.
       *[other] { $who } теперь в команде { $team }, роль: { $role }, по приглашению от { $inviter }.
    }
team-has-left = Команду { $team } покидает { $who }, { $role }.
team-join-asked = Команда { $name } станет доступна, когда это подтвердит другой владелец.
team-invitation-over = ⚠️ Приглашение использовано, отозвано или истекло. Попросите новое.
team-is-member = Вы уже участник команды { $name }.
team-changed =
    { $name ->
        [none] Оператор изменил команду { $team }:
       *[other] { $name } меняет команду { $team }:
    }
team-person = { $name } (Telegram id { $userId })
team-only-known = Подтверждайте, только если знаете этого человека.
team-happens-at =
    { $askedBy ->
        [none] Если другой владелец не решит иначе, это произойдёт само: { $at }.
       *[other] Это произойдёт само: { $at }. Остановить это может только { $askedBy }, отозвав запрос.
    }
team-wants = { $name } хочет изменить команду { $team }:
team-change-join = { $who } вступает в команду { $team }, роль: { $role }, пригласил(а) { $inviter }
team-change-role = { $who }: { $before } → { $after }
team-change-member-limits = { $who }, лимит «{ $limit }»: { $before } → { $after }
team-change-team-limits = Лимит команды «{ $limit }»: { $before } → { $after }
team-change-booked =
    { $isOn ->
        [yes] Без согласования: на любые кошельки → только на кошельки из книги команды
       *[no] Без согласования: только на кошельки из книги команды → на любые кошельки
    }
team-change-traders-see =
    { $isOn ->
        [yes] Трейдеры: не видят баланс → видят баланс
       *[no] Трейдеры: видят баланс → не видят баланс
    }
team-change-link = группа «{ $title }» заказывает для команды
team-change-unlink = группа «{ $title }» больше не заказывает для команды
team-change-rename = Название команды: { $before } → { $after }
team-change-wallet = Книга команды: { $name } — это { $wallet }
team-change-wallet-again = Книга команды, { $name }: { $before } → { $wallet }
team-change-removal = { $who }: { $before } → больше не в команде
team-change-key = ключ для { $who }, { $role }: до { $cap } TRX в день (UTC)
team-key =
    { $startsWith ->
        [none] Ключ, который ещё не показан: до { $cap } TRX в день (UTC)
       *[other] Ключ { $startsWith }…: до { $cap } TRX в день (UTC)
    }
team-choose-cap = Сколько может тратить в день (UTC) ключ участника { $name }? Ключу разрешено только то, что разрешено участнику; вывести деньги он не может.
team-key-to-show =
    { $by ->
        [none] Оператор выпустил для вас
       *[other] { $by } выпускает для вас
    } ключ команды { $name }: он заказывает по HTTP до { $cap } TRX в день (UTC), и ему разрешено только то, что разрешено вам. Он показывается один раз, по нажатию.
team-key-shown = ✅ Ваш ключ { $startsWith } работает. Всё, что он заказывает, считается вашим.
team-key-not-shown = ⚠️ Неизвестно, дошёл ли до вас ключ { $startsWith }, поэтому он отозван.
team-not-agreed =
    { $by ->
        [none] Отклонено оператором: ничего не изменилось
       *[other] Отклонено ({ $by }): ничего не изменилось
    }
team-confirmed-by = Подтверждение: { $by }
team-confirmed =
    { $by ->
        [none] ✅ Подтверждено оператором
       *[other] ✅ Подтверждено: { $by }
    }
team-lapsed = Никто не подтвердил вовремя: ничего не изменилось
team-ended = Больше невозможно: ничего не изменилось
team-ended-with = Запрос закрыт: { $name } больше не в команде
team-done = Готово
team-asked = Это должен подтвердить другой владелец: запрос отправлен.
team-waits = Решить это больше некому: это произойдёт само через 72 часа. Все участники уведомлены.
team-refused = У вас нет на это прав в команде.
team-no-right-order = Наблюдатель в команде ничего не заказывает.
team-no-right-manage = Это делают только владельцы команды.
team-refused-order = Это выше лимита команды на один заказ: { $left } TRX.
team-refused-day = Это выше дневного лимита команды: на сегодня (UTC) осталось { $left } TRX.
team-refused-key = Это выше дневного лимита этого ключа: на сегодня (UTC) осталось { $left } TRX.
team-refused-nobody-else = Одобрить это в команде больше некому. Владелец может пригласить согласующего или поднять лимит.
team-refused-last-owner = Последний владелец не может выйти из команды или сменить роль. Сначала сделайте владельцем кого-то ещё.
team-refused-is-member = Этот человек уже в команде.
team-refused-no-member = Этого человека в команде нет.
team-refused-others-group = Эта группа принадлежит другой команде. Сначала отвяжите её там.
team-refused-least-limit = Наименьший лимит — { $least } TRX.
team-refused-many-keys = У команды может быть не больше { $most } ключей. Сначала отзовите один из них.
team-refused-full-team = В команде может быть не больше { $most } участников.
team-refused-full-book = В книге уже { $most } имён, больше она не вмещает.
team-refused-many-teams = Нельзя состоять больше чем в { $most } командах.
team-refused-many-invitations = У команды может быть не больше { $most } открытых приглашений. Сначала отзовите одно из них.
team-refused-many-requests = В одной команде у вас может быть не больше { $most } открытых запросов. Сначала отзовите один из них.
team-not-alone = В одиночку это сделать нельзя; можно запросить новый заказ:
team-left-alone = Без согласования можно ещё заказать на { $left } TRX
team-time-over = 72 часа истекли
team-over = Решение уже принято, или срок вышел.
team-tap-approved =
    { $name ->
        [none] Оператор уже одобрил этот запрос.
       *[other] Этот запрос уже одобрен: { $name }.
    }
team-tap-declined =
    { $name ->
        [none] Оператор уже отклонил этот запрос.
       *[other] Этот запрос уже отклонён: { $name }.
    }
team-tap-withdrawn = Запрос отозван: { $name }.
team-tap-lapsed = Никто не решил вовремя: запрос закрыт.
team-tap-dearer = Сейчас это стоит больше, чем в запросе: ничего не списано. Запрос ждёт: одобрите, когда цена вернётся, или отклоните.
team-tap-unpaid = Баланса команды сейчас не хватает: ничего не списано. Запрос ждёт; владелец пополняет через /deposit, выбрав оплату от команды.
team-tap-ended = Это больше невозможно: запрос закрыт.
team-tap-own = Это ваш запрос: решает кто-то другой.
team-tap-about-you = Это касается вас: решает другой владелец.
team-tap-of-approvers = Решают только согласующие и владельцы.
team-tap-of-owners = Решает только другой владелец.
team-tap-declinable = Отозвать может только { $name }. Вы можете отклонить.
team-tap-theirs = Отозвать может только { $name }.
team-tap-why = Причину указывает только тот, кто отклонил, один раз и в течение часа.
team-ask-remove = Удалить из команды: { $name }? Ключи участника перестанут работать, а его открытые карточки нельзя будет оплатить.
team-removal-waits =
    { $others ->
        [none] Это владелец: удаление произойдёт через 72 часа, все участники будут уведомлены.
       *[some] Это владелец: удаление ждёт другого владельца или произойдёт через 72 часа, все участники будут уведомлены.
    }
team-ask-leave = Покинуть команду { $name }?
team-ask-unlink = Отвязать «{ $title }»? После этого каждый заказывает там за себя, а открытые там карточки закроются.
team-choose-limit = Выберите лимит в TRX или «…» для другой суммы. Сверх своих лимитов участник отправляет запрос; сверх лимитов команды не заказывает никто; сверх суммы «без согласования» одобряет другой.
team-limit-of-order = Заказ
team-limit-of-day = День (UTC)
team-limit-of-alone = Без согласования
team-limit-of-key = Ключ, день (UTC)
team-ask-sum =
    { $name ->
        [none] { $limit }: ответьте на это сообщение суммой в TRX.
       *[other] { $name } · { $limit }: ответьте на это сообщение суммой в TRX.
    }
team-which-sum =
    { $said ->
        [none] Это { $readings } TRX? Ответьте на это сообщение одним из двух чисел.
       *[other] «{ $said }» — это { $readings } TRX? Ответьте на это сообщение одним из двух чисел.
    }
team-limit-button-order = Заказ { $sum }
team-limit-button-day = День { $sum }
team-limit-button-alone = Лично { $sum }
team-pays-from =
    { $name ->
        [none] В личном чате вы платите со своего счёта.
       *[other] В личном чате вы платите со счёта команды { $name }.
    }
team-card-over-left =
    { $where ->
        [group] Кто открыл карточку, больше не в команде { $name }: она закрыта. { nothing-charged }
       *[private] Вы больше не в команде { $name }: карточка закрыта. { nothing-charged }
    }
team-card-over-rights =
    { $where ->
        [group] Права того, кто открыл карточку, в команде { $name } изменились: она закрыта. { nothing-charged }
       *[private] Ваши права в команде { $name } изменились: карточка закрыта. { nothing-charged }
    }
team-card-over-linked = Группа теперь заказывает для команды { $name }: карточка закрыта. { nothing-charged }
team-card-over-unlinked = Группа больше не заказывает для команды { $name }: карточка закрыта. { nothing-charged }
team-lost = Баланс команды { $name } вам больше не виден: в личном чате вы снова платите со своего счёта.
team-paid-from =
    { $name ->
        [none] Оплата с вашего личного счёта
       *[other] Платит команда { $name }
    }
team-request = { $name } просит заказ для команды { $team }
team-request-terms = { rental }, не больше { $most } TRX
team-request-books = Начало: по окончании текущей аренды, { $at }
team-request-until =
    { $names ->
        [none] Сейчас одобрить некому. Срок ответа: { $at }.
       *[other] Срок ответа: { $at }. Кто решает: { $names }.
    }
team-request-approved = ✅ Одобрено: { $by }
team-request-declined = Отклонено: { $by }. Ничего не списано
team-request-withdrawn = Запрос отозван, ничего не списано
team-request-lapsed = Никто не одобрил вовремя, ничего не списано
team-request-ended = Запрос закрыт: { $name } больше не может заказывать для команды. Ничего не списано
team-answered = <b>🔔 Ваш запрос на заказ для команды { $team }</b>
team-answered-in-group = <b>🔔 { $asker }, ваш запрос на заказ для команды { $team }</b>
team-because = Причина: { $reason }
team-why-order = Больше лимита участника на заказ
team-why-day = Больше дневного лимита участника
team-why-alone = Больше суммы, которую заказывают без согласования
team-why-price = Дороже цены сервиса
team-why-wallet = На кошелёк, которого нет в книге команды
team-why-own-wallet = На кошелёк, который сам участник внёс в книгу команды меньше 24 часов назад
team-strange-wallet = ⚠️ { $wallet } — нет в книге команды
team-new-wallet = ⚠️ { $wallet } — новый в книге команды: { $by }, { $at }
team-none-in-book = ⚠️ Ни одного из этих кошельков нет в книге команды
team-approve = Одобрить { $most } TRX
team-agree = Подтвердить
team-decline = Отклонить
team-take-back = Отозвать
team-taken-back = Отозвано: ничего не изменилось
team-decides-no-more = Вы больше не решаете по запросам этой команды.
team-say-why = Указать причину
team-ask-why = Почему отклонено? Ответьте на это сообщение в течение часа: причину увидят все, кто видит запрос.
team-ask-name = Ответьте на это сообщение новым названием команды.
team-bad-name = Название команды — от 1 до 64 знаков.
team-proposed = { $name } предложен для книги команды: решит согласующий или владелец. Если разрешены только кошельки из книги, предложивший сутки не может заказывать на него без согласования.
team-traders-see = Трейдеры видят баланс
team-buttons-members = Участники
team-buttons-invite = Пригласить…
team-buttons-limits = Лимиты…
team-buttons-other = Другая сумма…
team-buttons-link = Связать группу…
team-buttons-leave = Покинуть…
team-buttons-remove = Удалить…
team-buttons-remove-now = Да, удалить
team-buttons-leave-now = Да, покинуть
team-buttons-unlink-now = Да, отвязать
team-buttons-back = Назад
team-buttons-mine = Платить со своего счёта
team-buttons-pay-from = Платить со счёта команды { $name }
team-buttons-switch-to-mine = Сменить на свой счёт
team-buttons-switch-to = Сменить на счёт команды { $name }
team-buttons-other-account = Сменить счёт…
team-buttons-new-key = Новый ключ…
team-buttons-revoke-key =
    { $startsWith ->
        [none] Отозвать непоказанный: { $cap } TRX
       *[other] Отозвать { $startsWith }…
    }
team-buttons-show-key = Показать мой ключ
team-buttons-no-limit = Без лимита
team-buttons-rename = Переименовать…
team-buttons-unlink = Отвязать «{ $title }»
team-buttons-shown =
    { $isOn ->
        [yes] Скрыть баланс от трейдеров
       *[no] Показать баланс трейдерам
    }
team-buttons-uninvite = Отозвать приглашение: { $role }
team-buttons-booked =
    { $isOn ->
        [yes] Разрешить любые кошельки
       *[no] Только кошельки из книги
    }

## team log and report

team-log-title = Журнал команды { $name }
team-log-desk = сервис
team-log-line = { $at } · { $who } · { $what }
team-log-confirmed = с подтверждением: { $name }
team-log-in-group = в группе
team-log-by-key = через API-ключ
team-log-file = Журнал файлом: сначала новые записи, время в UTC.
team-log-file-older = Это не всё: более старые записи в следующем файле.
team-log-left = выход из команды
team-log-uninvited = приглашение отозвано
team-log-not-withdrawn = вывод отменён
team-log-of-another =
    { $act ->
        [approved] одобрен запрос { $name }
        [declined] отклонён запрос { $name }
        [ended] запрос { $name } больше невозможен
        [lapsed] никто вовремя не решил запрос { $name }
        [cancelled] отменён заказ { $name }
       *[changed] изменён заказ { $name }
    }
team-log-said = { $act }: { $what }
team-log-order =
    { $most ->
        [none] { rental }
       *[other] { rental }, не больше { $most } TRX
    }
team-log-withdrawal = { $amount } TRX на { $address }
team-act-founded = команда создана
team-act-invited = создано приглашение
team-act-joined = вступление
team-act-removed = исключение из команды
team-act-role = смена роли
team-act-memberLimits = изменён лимит
team-act-teamLimits = изменён лимит
team-act-rules = изменено правило
team-act-linkCode = создан код для группы
team-act-linked = группа привязана
team-act-unlinked = группа отвязана
team-act-renamed = смена названия
team-act-key = выпущен API-ключ
team-act-keyRevoked = отозван API-ключ
team-act-asked = запрос
team-act-approved = одобрено
team-act-declined = отклонено
team-act-withdrawn = запрос отозван
team-act-lapsed = никто не решил вовремя
team-act-ended = больше невозможно
team-act-named = кошелёк внесён в книгу
team-act-unnamed = кошелёк убран из книги
team-act-cancelled = отмена
team-act-changed = изменён чужой заказ
team-act-withdrawal = вывод
team-act-restored = сервис восстановлен из резервной копии
team-report-title =
    { $days ->
        [1] Команда { $name } сегодня (UTC)
       *[other] Команда { $name } за { $days } дн. (UTC)
    }
team-report-nothing = За это время команде ничего не доставлено.
team-report-total = Потрачено
team-report-line = { $what } · { $spent } TRX · { $orders }
team-report-times = До первой доставки: половина быстрее { $median }, самая долгая { $slowest }
team-report-by-day = По дням
team-report-by-member = По участникам
team-report-more = и ещё { $count }, в файле
team-report-file = Отчёт по дням и участникам, дни в UTC.
team-buttons-report = Отчёт
team-buttons-log = Журнал
team-buttons-csv = CSV
team-buttons-csv-older = CSV, старше

## teamAsk

team-ask-asks = ⚠️ { $why }: одобряет другой участник ({ $names })
team-ask-order = Больше ваших { $limit } TRX на заказ
team-ask-day = Больше ваших { $limit } TRX в день
team-ask-alone = Больше { $limit } TRX без согласования
team-ask-own-wallet = На кошелёк, который вы внесли в книгу команды меньше 24 часов назад
team-ask-more = или ещё { $count }
team-ask-button = На одобрение: { $total } TRX
team-ask-again = ⚠️ Подтвердите: отправить на одобрение { $total } TRX?
team-ask-no-limit = Больше лимита команды
team-ask-no-nobody = Одобрить больше некому
