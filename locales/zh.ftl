# 机器人的简体中文。如何修改或添加语言：docs/translating.md。

## 程序需要知道的

language = 中文
locale = zh-CN
list = { $before }、{ $last }
clauses = { $before }，{ $last }
and = { $before }、{ $last }
or = { $before } 或 { $last }
which = { $before } 还是 { $last }
date = { $year }年{ $month }月{ $day }日
moment = { $date } { $clock } UTC

## 多处使用的词

wallets = { $count } 个钱包
receivers = { $receivers } 个钱包
minutes = { $count } 分钟
hours = { $count } 小时
days = { $count } 天
resource =
    { $resource ->
        [energy] 能量
       *[bandwidth] 带宽
    }
units = { $amount } { resource }
rented =
    { $bandwidth ->
        [none] { units }
       *[other] { units } + { $bandwidth } 带宽
    }
rental =
    { $isSum ->
        [yes] { receivers }共 { rented }，{ $duration }
       *[no]
            { $receivers ->
                [1] { rented }，{ $duration }
               *[other] { $receivers } × { rented }，{ $duration }
            }
    }
deliverable =
    { $free ->
        [0]
            { $isLocked ->
                [yes] 目前无法按此租期锁定{ resource }。
               *[no] 目前没有可租的{ resource }。
            }
       *[other]
            { $isLocked ->
                [yes]
                    { $receivers ->
                        [1] 目前按此租期只能锁定 { $free } { resource }。
                       *[other] 目前按此租期总共只能锁定 { $free } { resource }。
                    }
               *[no]
                    { $receivers ->
                        [1] 目前只能提供 { $free } { resource }。
                       *[other] 目前总共只能提供 { $free } { resource }。
                    }
            }
    }
top-up =
    { $takesDeposits ->
        [yes] 充值：/deposit
       *[no] 充值请联系{ operator }，并提供客户 ID：<code>{ $customerId }</code>
    }
# 名称前有空格。
operator =
    { $contact ->
        [none] 客服
       *[other] {" "}{ $contact }
    }
that =
    { $said ->
        [none] 该内容
       *[other] “{ $said }”
    }
# 按钮用的短写法。
short-minutes = { $count }分钟
short-hours = { $count }小时
short-days = { $count }天
such-as = 数字，例如 65000 或 65k。
whole-sun = 整数 SUN，例如 55。
nothing-charged = 未扣款。
dropped = 已取消下单，{ nothing-charged }请发送 /buy 重新下单。
as-yourself = 请以自己的身份发言（关闭“保持匿名”），或在私聊中下单。
as-csv = 请另存为 CSV（UTF-8），钱包放在第一列，再发送。
letters = 1 至 32 个汉字、字母、数字、- 或 _，至少含一个汉字或字母
ethereum = 以太坊格式的地址，TRON 地址以 T 开头
hex = 这是十六进制地址，请改用以 T 开头的写法。

## account

not-understood =
    { $said ->
        [none] 我没看懂。
       *[other] 我没看懂“{ $said }”。
    }
others-question = 这是向 { $name } 提的问题，他人的回答无效。请发送 /buy 自行下单。
unknown-name-near = 您的 /book 中没有名为 { $name } 的钱包。您是指 { $near } 吗？
unknown-names = 您的 /book 中没有名为 { $names } 的钱包。
menu =
    <b>Energy Desk</b>
    { $gift ->
        [none] 秒租 TRON 能量和带宽。
       *[other] 已赠送您 { $gift } TRX 试用金。
    }
    点击“购买能量”，或粘贴钱包地址。
balance = <b>余额 { $available } TRX</b>
menu-held-for-orders = 订单预扣：{ $forOrders } TRX
menu-held-for-bookings = { $count } 笔预约预扣：{ $amount } TRX
menu-held-for-withdrawals = 提现预扣：{ $forWithdrawals } TRX
credited =
    <b>已入账 +{ $amount } TRX</b>
    当前余额 { $available } TRX。
credited-order-lacks = 您的订单还差 { $missing } TRX。

## deposit

deposit-card = <b>充值地址，仅限 { $network } 网络（TRC20）</b>
deposit-card-amounts =
    TRX：最低 { $minimumTrx } TRX
    { $usdtMinimum ->
        [none] USDT：暂不支持
       *[other]
            { $usdtRate ->
                [none] USDT：最低 { $usdtMinimum } USDT。当前暂无汇率，转入后将按下一次公布的汇率入账。
               *[other] USDT：最低 { $usdtMinimum } USDT。当前 1 USDT = { $usdtRate } TRX，以转账上链时的汇率为准。
            }
    }
deposit-card-notes =
    转账上链并最终确认后入账，约需 1 分钟。此地址固定不变，可重复使用。
    ⚠️ 其他代币，或通过其他网络转入的资产，均不会入账。
deposit-off = 本平台不支持自动充值。
deposit-copy = 复制地址
deposit-seen =
    <b>🔔 充值确认中：{ $amount }</b>
    转账已上链，约 1 分钟后入账。
deposit-credited = <b>🔔 充值已入账：+{ $creditedTrx } TRX</b>
deposit-credited-rate = { $amount }，汇率 { $rate } TRX
deposit-credited-balance = 当前余额 { $available } TRX。
deposit-at-retired =
    <b>🔔 转入了旧地址：{ $amount }</b>
    该地址已停用，是否入账由客服人工决定。请只向 /deposit 显示的地址充值。
deposit-address-retired =
    <b>⚠️ 请勿再使用旧的充值地址</b>
    { $address }
    转入该地址的资产可能丢失。请删除所有已保存的旧地址，新地址请发送 /deposit 查看。
deposit-review =
    <b>🔔 核验中：{ $amount }</b>
    转账已收到，核验后入账，届时会通知您。
deposit-tiny = 🔔 未入账：{ $amount } 远低于最低充值额。今天的同类转账仅列入记录，不再通知。
deposit-waits-for-rate =
    <b>🔔 等待汇率：{ $amount }</b>
    转账已收到。新的 USDT 汇率公布后立即按该汇率入账。
deposit-refused =
    <b>🔔 未入账：{ $amount }</b>
    客服已核验这笔转账，未予入账。
    请联系{ operator }，并提供客户 ID：<code>{ $customerId }</code>
deposit-uncredited =
    <b>🔔 未入账：{ $amount }</b>
    { $minimum ->
        [none] 转账已收到，但暂不支持 { $asset } 充值。
       *[other] 转账已收到，但低于最低充值额 { $minimum }。
    }
    请联系{ operator }，并提供客户 ID：<code>{ $customerId }</code>

## buttons

buttons-buy-energy = 购买能量
buttons-buy-bandwidth = 购买带宽
buttons-orders = 订单
buttons-balance = 余额
buttons-deposit = 充值
buttons-withdraw = 提现
buttons-help = 帮助
buttons-back = 返回
buttons-cancel = 取消
buttons-other = 手动输入
buttons-type-fast = 即时最优价
buttons-type-manual = 挂单
buttons-resource-energy = 能量
buttons-resource-bandwidth = 带宽
buttons-next = 继续：{ wallets }
buttons-in-order =
    { $isMore ->
        [yes] 依次：{ $amounts } …
       *[no] 依次：{ $amounts }
    }
buttons-preset =
    { $use ->
        [none] { $amount }
        [usdt] { $amount } · { $times } 笔 USDT 转账
       *[usdtNew] { $amount } · { $times } 笔，对方无 USDT
    }
buttons-preset-short =
    { $use ->
        [none] { $amount }
        [usdt] { $amount } · { $times } 笔 USDT
       *[usdtNew] { $amount } · { $times } 笔，对方无 USDT
    }
# A choice with what it costs.
buttons-priced = { $label } · { $total } TRX
buttons-field = ✏️ { $value }
buttons-change = ✏️ 修改
buttons-pay = 支付 { $total } TRX
buttons-pay-again = 确认支付 { $total } TRX
buttons-name-your-price = 挂单出价
buttons-ask = 联系 { $contact }
buttons-copy-amount = 复制 { $amount }
buttons-check-again = 重新检查余额
buttons-back-to-order = 返回订单
buttons-new-quote = 重新报价
buttons-buy = 购买
buttons-take = 租用 { $amount }
buttons-add-bandwidth = + 带宽
buttons-drop-bandwidth = 不要带宽
buttons-take-affordable = 租用 { $amount }（余额最多可付）
buttons-try-again = 再试一次
buttons-retry = 重试
buttons-private-chat = 打开私聊
buttons-repeat = 再来一单
buttons-rent-missing = 再租 { $amount }
buttons-refresh = 刷新
buttons-copy-receiver = 复制钱包地址
buttons-cancel-booking =
    { $receivers ->
        [1] 取消预约 { $amount } · { $receiver }
       *[other] 取消预约 { $receivers } × { $amount }
    }
buttons-order =
    { $isSum ->
        [yes] { receivers }共 { units }
       *[no]
            { $receivers ->
                [1] { units } → { $receiver }
               *[other] { units } → { receivers }
            }
    }
buttons-older = 更早
buttons-newest = 最新
buttons-receivers-field =
    { $first ->
        [none] { wallets }
       *[other] 钱包 { $first }
    }
buttons-copy-order-id = 复制订单 ID
buttons-copy-order-ids = 复制全部订单 ID
buttons-copy-one-order-id = 复制 ID { $first }
buttons-copy-some-order-ids = 复制 ID { $first }–{ $last }

## commands

commands-start = 菜单
commands-buy = 购买：分步或一行下单
commands-quote = 只查价，不下单
commands-again = 再来一单：上一单，或按 ID 指定
commands-orders = 我的订单
commands-order = 按 ID 查看订单
commands-balance = 我的余额
commands-deposit = 充值 TRX 或 USDT
commands-withdraw = 把 TRX 提到自己的钱包
commands-stats = 近 30 天支出图表
commands-history = 账户明细（CSV 文件）
commands-settings = 通知、支付确认和语言
commands-book = 地址簿：给钱包起名
commands-usdt = USDT 转账需要多少能量
commands-sell = 出售您的能量和带宽
commands-team = 您的团队：成员和限额
commands-link = 用代码把本群关联到团队
commands-key = 我的 API 密钥
commands-cancel = 取消当前下单
commands-help = 使用说明

## wizard

wizard-title =
    { $resource ->
        [none] 新订单
        [energy] 购买能量
       *[bandwidth] 购买带宽
    }
wizard-title-own-price =
    { $resource ->
        [none] 新挂单
        [energy] 挂单购买能量
       *[bandwidth] 挂单购买带宽
    }
wizard-question-type =
    选择下单方式：
    “即时最优价”立即全部到账，由平台或卖家提供，取价低者；挂单按您的出价等待成交。
wizard-question-resource =
    要租什么？
    转 USDT、调用合约用能量，转 TRX 用带宽。
wizard-question-receivers =
    哪些钱包接收？
    { $isGroup ->
        [yes] 请回复下方提问，发送最多 { $maxReceivers } 个地址，或一个 CSV/TXT 文件。
       *[no] 粘贴最多 { $maxReceivers } 个地址，或发送 CSV/TXT 文件。
    }
wizard-question-receivers-known = 也可以点选您的钱包。
wizard-question-amount =
    { $others ->
        [0]
            { $receivers ->
                [1] 需要多少{ resource }？
               *[other] 每个钱包需要多少{ resource }？
            }
        [1] 其余 { $others } 个钱包需要多少{ resource }？
       *[other] 其余 { $others } 个钱包每个需要多少{ resource }？
    }
wizard-question-amount-replaces = 将替换所有钱包的数量。
wizard-question-amount-type =
    { $isGroup ->
        [yes] 请回复下方提问，输入{ such-as }
       *[no] 请输入{ such-as }
    }
wizard-question-amount-least = 最少 { $least }。
wizard-question-amount-priced = 以下为租 { $duration }的价格。
wizard-question-price = 您出价多少？（SUN/单位{ resource }）
wizard-question-price-type =
    { $isGroup ->
        [yes] 请回复下方提问，输入{ whole-sun }
       *[no] 请输入{ whole-sun }
    }
wizard-question-options =
    是否接受多个卖家分批交付？
    { $awaitsText ->
        [yes]
            { $isGroup ->
                [yes] 请回复下方提问，输入每批的最小数量，例如 20000 或 20k。
               *[no] 请输入每批的最小数量，例如 20000 或 20k。
            }
       *[no] 选“整单成交”则需等到有一个卖家能提供全部数量。
    }
wizard-taken = ✅ 已添加 { wallets }
wizard-left-out = ⚠️ { $total } 个钱包中有 { $count } 个未加入
wizard-wallets-now = 现在共 { wallets }
wizard-own-amounts =
    { $count ->
        [1] { wallets }已单独指定数量：{ $total }
       *[other] { wallets }已单独指定数量，共 { $total }
    }
wizard-alike-not-activated = ❌ { wallets }未激活，请先向每个钱包转入少量 TRX
wizard-alike-contract = ❌ { $count } 个是合约地址，只有钱包可以接收
wizard-alike-duplicate = ❌ { wallets }重复，各只算一次
wizard-alike-checksum = ❌ { $count } 个地址有误，校验和不符
wizard-alike-refused = ❌ { $count } 个是平台地址或无主地址，请填写您自己的钱包
wizard-alike-ethereum = ❌ { $count } 个是以太坊格式的地址，TRON 地址以 T 开头
wizard-alike-hex = ❌ { $count } 个是十六进制地址，请改用以 T 开头的写法
wizard-more-refused = ❌ 另有 { $count } 个无法使用
wizard-more-alike = 另有 { $count } 个
wizard-beyond-limit = ⚠️ 每次最多 { $maxReceivers } 个，其余 { $count } 个留到付款后继续。
wizard-low-energy = ⚠️ 能量少于 { $least } 时，转 USDT 仍会燃烧 TRX。
wizard-line-problem-UNKNOWN_WORD =
    { $hint ->
        [none] ❌ 无法识别“{ $word }”
       *[other] ❌ “{ $word }”：您是指 { $hint } 吗？
    }
wizard-line-problem-TWO_AMOUNTS = ❌ “{ $word }”：数量不止一个（{ $hint }）
wizard-line-problem-TWO_DURATIONS = ❌ “{ $word }”：时长不止一个（{ $hint }）
wizard-line-problem-TWO_RESOURCES = ❌ “{ $word }”：资源不止一种（{ $hint }）
wizard-line-problem-AMOUNT_NOT_UNDERSTOOD = ❌ “{ $word }”：不是数量，请写 65000 或 65k
wizard-line-problem-AMOUNT_AMBIGUOUS = ❌ “{ $word }”：{ $hint }？
wizard-line-problem-AMOUNT_TOO_SMALL = ❌ “{ $word }”：太少，最少 { $hint }
wizard-line-problem-AMOUNT_TOO_LARGE = ❌ “{ $word }”：太多，最多 { $hint }
wizard-line-problem-DURATION_NOT_OFFERED = ❌ 没有“{ $word }”这个时长，可选 { $hint }。
wizard-line-problem-DURATION_NEEDS_UNIT = ❌ “{ $word }”：缺少单位，请写 { $hint }
wizard-line-problem-TWO_TYPES = ❌ “{ $word }”：{ $hint }？
wizard-line-problem-NOT_WITH_FAST = ❌ “{ $word }”：仅适用于挂单（Manual）
wizard-line-problem-TWO_PRICES = ❌ “{ $word }”：价格不止一个（{ $hint } SUN）
wizard-line-problem-PRICE_NOT_UNDERSTOOD = ❌ “{ $word }”：不是价格，请写 { $hint }
wizard-line-problem-PRICE_NOT_WHOLE = ❌ “{ $word }”：SUN 只能是整数：{ $hint }？
wizard-line-problem-PRICE_TOO_HIGH = ❌ “{ $word }”：太高，最高 { $hint } SUN
wizard-line-problem-PARTIAL_OR_WHOLE = ❌ “{ $word }”：{ $hint }？
wizard-line-problem-TWO_CHUNKS = ❌ “{ $word }”：每批最小数量不止一个（{ $hint }）
wizard-line-problem-CHUNK_NOT_UNDERSTOOD = ❌ “{ $word }”：不是每批数量，请写 { $hint }
wizard-line-problem-CHUNK_AMBIGUOUS = ❌ “{ $word }”：{ $hint }？
wizard-line-problem-CHUNK_TOO_SMALL = ❌ “{ $word }”：每批最少 { $hint }
wizard-line-problem-CHUNK_TOO_LARGE = ❌ “{ $word }”：超过订单总量 { $hint }
wizard-line-problem-WHOSE_AMOUNTS = ❓ “{ $word }”：分别给哪个钱包？请为全部钱包输入同一数量，或每行发送一个钱包及其数量。
wizard-line-problem-COLUMN_NOT_READ =
    { $hint ->
        [none] ❓ “{ $word }”是数量吗？请为全部钱包输入同一数量，或把数量写成 65000 后重新发送。
       *[other] ❓ “{ $word }”是数量吗？请为全部钱包输入同一数量，或将该列标题改为“{ $hint }”，把数量写成 65000 后重新发送。
    }
wizard-line-problem-NOT_TWO_WALLETS = ❌ 需要两个钱包：先转出方，后收款方
wizard-more-problems = ❌ 还有其他无法识别的内容
wizard-question-duration = 租多久？
wizard-question-duration-same = { $durations }同价。
wizard-refused-checksum = ❌{"\u00A0"}<code>{ $address }</code>：地址有误，校验和不符
wizard-refused-not-activated = ❌{"\u00A0"}<code>{ $address }</code>：未激活，请先转入少量 TRX
wizard-refused-contract = ❌{"\u00A0"}<code>{ $address }</code>：是合约地址，只有钱包可以接收
wizard-refused-refused = ❌{"\u00A0"}<code>{ $address }</code>：是平台地址或无主地址，请填写您自己的钱包
wizard-refused-duplicate = ❌{"\u00A0"}<code>{ $address }</code>：重复，只算一次
wizard-refused-no-address = ❌{"\u00A0"}<code>{ $address }</code>：不是地址
wizard-refused-no-such-name = ❌{"\u00A0"}<code>{ $address }</code>：地址簿中没有此名称，请查看 /book
wizard-refused-ethereum = ❌{"\u00A0"}<code>{ $address }</code>：以太坊格式的地址，TRON 地址以 T 开头
wizard-refused-hex = ❌{"\u00A0"}<code>{ $address }</code>：是十六进制地址，请改用以 T 开头的写法
wizard-refused-no-amount = ❌{"\u00A0"}<code>{ $address }</code>：数量不明确，请写 65000 或 65k
wizard-refused-too-little = ❌{"\u00A0"}<code>{ $address }</code>：数量太少，能量最少 { $leastEnergy }，带宽最少 { $leastBandwidth }
wizard-refused-too-much = ❌{"\u00A0"}<code>{ $address }</code>：数量太多，最多 { $most }

## confirm

confirm-locked = 🔒 仅接受链上全程锁定
confirm-capacity-short = ⚠️ { deliverable }
confirm-title = <b>{ $total } TRX：{ rental }</b>
confirm-title-at-most =
    <b>{ $now ->
        [none] 最多 { $total } TRX：{ rental }
       *[other] 最多 { $total } TRX，目前约 { $now } TRX：{ rental }
    }</b>
confirm-quote-title = <b>报价 { $total } TRX：{ rental }</b>
confirm-no-price-title = <b>{ rental }</b>
confirm-asking = ⏳ 正在询价…
confirm-per-receiver = 每个钱包 { $each } TRX，共 { $total } TRX
confirm-balance = 余额 { $before } → { $after } TRX
confirm-short = ⚠️ 余额 { $before } TRX，还差 { $missing } TRX
confirm-comes-back = 若 24 小时内到账，此订单会带着付款按钮重新出现在这里。
confirm-short-in-group = ⚠️ 余额不足，详情见私聊。
confirm-energy-for =
    { $first ->
        [0] { batch-energy-for }（收款地址已有 USDT）
       *[other] { batch-energy-for }
    }
confirm-ends = 预计到期：{ $at }
confirm-extension =
    { $minutes ->
        [0] 租期 { $from } 至 { $to }；现有租用会先到期
       *[other] 租期 { $from } 至 { $to }；与现有租用重叠 { $minutes } 分钟（重叠部分重复计费）
    }
confirm-burn =
    { $days ->
        [1] 直接燃烧需 { $burn } TRX，可省 { $saved } TRX
       *[other] 如每天燃烧 TRX，{ $days } 天共需 { $burn } TRX，租用可省 { $saved } TRX
    }
confirm-burn-cheaper =
    { $days ->
        [1] ⚠️ 目前直接燃烧更便宜：只需 { $burn } TRX，少花 { $more } TRX
       *[other] ⚠️ 目前直接燃烧更便宜：{ $days } 天共需 { $burn } TRX，少花 { $more } TRX
    }
confirm-burn-unknown = 目前无法得知燃烧 TRX 的费用
confirm-receivers =
    { $count ->
        [1] 接收钱包：
       *[other] 接收钱包（{ $count } 个）：
    }
confirm-payer = { $name } 的订单
confirm-held-until = 报价有效至 { $at }
confirm-held-while-offered = 报价至 { $at }，卖单售完即止
confirm-not-held = ⌛ 报价已过保留时间：付款时会重新核价，绝不多收
confirm-lapsed = ⚠️ 报价已过期，请点击“重新报价”。
confirm-sellers =
    { $isMost ->
        [yes] 由卖家以不超过 { $priceSun } SUN 提供；平台价 { $desk } TRX
       *[no] 由卖家以 { $priceSun } SUN 提供；平台价 { $desk } TRX
    }
confirm-to-others =
    { $until ->
        [none] 有 { $priceSun } SUN 的卖单，但暂不能用于{ manual-market-wallets }
       *[other] 有 { $priceSun } SUN 的卖单，但 { $until } 之前不能用于{ manual-market-wallets }
    }
confirm-asks-again = ⚠️ 请确认：支付 { $total } TRX？
confirm-explanation = { $factors } = { $total } TRX
confirm-price = { $priceSun } SUN
confirm-same-for-day = 1 天以内同价
confirm-part-of-day = 不足 1 天按 1 天计

## noPay

no-pay-asking = 正在询价…
no-pay-lapsed = 报价已过期
no-pay-asks-again = 请在上方确认
no-pay-changes = 请点击要修改的项目
no-pay-balance = 余额不足
no-pay-capacity =
    { $free ->
        [0] 目前没有可租的{ resource }
       *[other] 目前只有 { $free } { resource }
    }
no-pay-wallets = 有钱包无法接收
no-pay-floor = 出价低于最低价
no-pay-other = 现在无法付款

## closed

closed-replaced = 此卡片已被新卡片取代，这里未扣款。
closed-paid = 已付款，进度见订单卡片。
closed-replaced-unanswered = ↓ 已换成新卡片
closed-continued = ↓ 请看下方
closed-draft = 此卡片已关闭，请发送 /buy 重新下单。

## notices

notices-VALIDATION_FAILED = 无法按此下单。
notices-VALIDATION_FAILED-end = { nothing-charged }请修改后再试。
notices-UNAUTHORIZED = 您还没有账户，请在私聊中向机器人发送 /start。
notices-INSUFFICIENT_BALANCE-in-group = 余额不足，详情见私聊。
notices-INSUFFICIENT_BALANCE = 余额不足，{ nothing-charged }
notices-INSUFFICIENT_BALANCE-missing = 需要 { $missingRequired } TRX，还差 { $missingAmount } TRX
notices-FORBIDDEN = 您没有权限，{ nothing-charged }请联系客服。
notices-NOT_FOUND = 该内容已不存在，请发送 /buy 重新开始。
notices-ORDER_NOT_FOUND =
    { $isGroup ->
        [yes] 您没有这个 ID 的订单。您的订单请在私聊中发送 /orders 查看；别人的订单只有本人能打开。
       *[no] 您没有这个 ID 的订单，请发送 /orders 查看全部订单。
    }
notices-NO_CAPACITY =
    { deliverable }{ nothing-charged }
    { $takeUnits ->
        [none] 请减少数量，或几分钟后再试。
       *[other]
            { $receivers ->
                [1] 可租用 { $takeUnits }，或几分钟后再试。
               *[other] 每个钱包可租用 { $takeUnits }，或几分钟后再试。
            }
    }
notices-NOT_CANCELABLE = 已全部到账，没有可取消的部分。
notices-NOT_CHANGEABLE = 订单已不在挂单中，无法修改。
notices-REFERENCE_USED = 您的另一笔订单已使用此编号。
notices-IDEMPOTENCY_IN_PROGRESS = 订单正在提交，请稍后查看 /orders。
notices-IDEMPOTENCY_KEY_REUSED = 此卡片已下过单，请查看 /orders。
notices-TOO_MANY_OPEN = 您已有 20 笔提现未完成。请取消其中一笔，或等待到账后再试。
notices-BODY_TOO_LARGE = 一次发送的地址太多，请分批发送。
notices-CHALLENGE_EXPIRED = 待签名的文本已过期，请通过 API 重新获取。
notices-SIGNATURE_INVALID = 签名与账户的密钥不符，请原样签名该文本。
notices-PERMISSION_MISSING = 账户未授权平台代理资源，设置方法见 API 文档。
notices-RATE_LIMITED =
    { $limit ->
        [none] 操作太频繁，{ nothing-charged }请稍后再试。
       *[other] 您当日未完成、已取消和已到期的订单合计最多 { $limit } 笔，{ nothing-charged }请等待部分订单到账，或明天（UTC）再试。
    }
notices-INTERNAL = 出错了。请先查看 /orders，然后再试。
notices-CHAIN_UNAVAILABLE = 平台暂时无法检查钱包，未扣款，请再试。
notices-BUSY = 链上拥堵，排队订单较多，{ nothing-charged }请一分钟后再试。
notices-DESK_HALTED = 暂停接受新订单，进行中的订单不受影响。{ nothing-charged }请稍后再试。
notices-OUTCOME_UNKNOWN = 尚不清楚是否已完成。再试之前请先查看 /orders。
notices-SHUTTING_DOWN = 平台正在重启，{ nothing-charged }请稍后再试。
notices-AMOUNT_AMBIGUOUS = { that }是 { $readings }？请输入{ such-as }
notices-AMOUNT_NOT_UNDERSTOOD =
    { $said ->
        [none] 看不懂该数量，请输入{ such-as }
       *[other] 看不懂数量“{ $said }”，请输入{ such-as }
    }
notices-DURATION_NOT_OFFERED =
    { $count ->
        [0]
            { $said ->
                [none] 看不懂该时长，请点击选择，或输入 1h、3d 这样的时长。
               *[other] 看不懂时长“{ $said }”，请点击选择，或输入 1h、3d 这样的时长。
            }
       *[other]
            { $said ->
                [none] 没有此时长，可选 { $readings }。
               *[other] 没有“{ $said }”这个时长，可选 { $readings }。
            }
    }
notices-NO_ADDRESS = { that }中没有 TRON 地址。TRON 地址以 T 开头。
notices-PRICE_BELOW_FLOOR =
    { $priceAsked ->
        [none] 出价低于最低价，{ nothing-charged }请提高出价。
       *[other] { $priceAsked } SUN 低于最低价 { $priceFloor } SUN，{ nothing-charged }请提高出价。
    }
notices-PRICE_NOT_UNDERSTOOD =
    { $said ->
        [none] 看不懂该价格，请输入{ whole-sun }
       *[other] 看不懂价格“{ $said }”，请输入{ whole-sun }
    }
notices-AMOUNT_TOO_SMALL =
    { $said ->
        [none] 每个钱包最少 { $limit }。
       *[other] “{ $said }”太少。每个钱包最少 { $limit }。
    }
notices-AMOUNT_TOO_LARGE =
    { $said ->
        [none] 每个钱包最多 { $limit }。
       *[other] “{ $said }”太多。每个钱包最多 { $limit }。
    }
notices-PRICE_TOO_HIGH =
    { $said ->
        [none] 最高 { $limit } SUN。
       *[other] “{ $said }”太高。最高 { $limit } SUN。
    }
notices-CHUNK_TOO_SMALL =
    { $said ->
        [none] 每批最少 { $limit }。
       *[other] “{ $said }”太少。每批最少 { $limit }。
    }
notices-CHUNK_TOO_LARGE =
    { $said ->
        [none] 每批不能超过订单总量 { $limit }。
       *[other] “{ $said }”太多。每批不能超过订单总量 { $limit }。
    }
notices-PRICE_NOT_WHOLE =
    { $said ->
        [none] 价格必须是整数。请输入{ whole-sun }
       *[other] “{ $said }”不是整数。价格必须是整数。请输入{ whole-sun }
    }
notices-PRICE_NOT_WHOLE-readings =
    { $said ->
        [none] 价格须为整数：{ $readings }？
       *[other] “{ $said }”不是整数：{ $readings }？
    }
notices-unreadable = 无法识别该内容，{ nothing-charged }请发送 /buy 重新开始。
notices-lapsed = 报价已过期，{ nothing-charged }请点击“重新报价”。
notices-bad-wallets = 以下钱包无法接收：
notices-bad-wallets-change = 请更换。{ nothing-charged }

## batch

batch-headline-safe =
    { $of ->
        [1] ✅ 已到账，可以转 USDT
       *[other] ✅ { $of } 个钱包全部到账，可以转 USDT
    }
batch-headline-underWay =
    { $of ->
        [1] ⏳ 交付中
       *[other] ⏳ 交付中：{ $delivered }/{ $of } 个钱包
    }
batch-headline-resting =
    { $of ->
        [1] ⏳ 挂单中
       *[other] ⏳ 挂单中：{ $delivered }/{ $of } 个钱包
    }
batch-headline-partlyFilled =
    { $of ->
        [1] ⏳ 部分成交，其余挂单中
       *[other] ⏳ 部分成交，其余挂单中：{ $delivered }/{ $of } 个钱包
    }
batch-headline-cancelling =
    { $of ->
        [1] ⏳ 取消中
       *[other] ⏳ 取消中：{ $delivered }/{ $of } 个钱包
    }
batch-headline-ending = ⌛ 租用陆续到期
batch-headline-ended = 租用已到期
batch-headline-partlyDelivered =
    { $of ->
        [1] ⚠️ 部分到账
       *[other] ⚠️ 部分到账：{ $delivered }/{ $of } 个钱包
    }
batch-headline-cancelled = ❌ 已取消，没有到账
batch-part = { $amount } { resource }
batch-delivered =
    { $receivers ->
        [1] ✅ 已到账：{ rented }
       *[other]
            { $isSum ->
                [yes] ✅ { receivers }全部到账：共 { rented }
               *[no] ✅ { receivers }全部到账：各 { rented }
            }
    }
batch-safe-to = ✅ 已到账，可以向 { $to } 转 USDT
batch-safe-to-holders =
    { $of ->
        [1] ✅ 已到账，可以向已有 USDT 的钱包转 USDT
       *[other] ✅ { $of } 个钱包全部到账，可以向已有 USDT 的钱包转 USDT
    }
batch-safe-until = ⚠️ 仅在另一笔租用到期前有效：{ $at }
batch-too-little =
    ⚠️ { $receivers ->
        [1] 已到账
       *[other] { receivers }全部到账
    }{ $isSum ->
        [yes] { "" }
       *[no]
            { $receivers ->
                [1] ：{ $amount } 能量
               *[other] ：各 { $amount } 能量
            }
    }，不够{ $isFirst ->
        [yes] 向没有 USDT 的钱包转
       *[no] { "" }
    }一笔 USDT{ $isFirst ->
        [yes] { "" }
       *[no] {" "}转账
    }
batch-safe-for-some = ⚠️ { $of } 个钱包全部到账，其中 { $safe } 个可以转账
batch-energy-for =
    { $receivers ->
        [1] 能量
       *[other] 每个钱包的能量
    }够 { $transfers } 笔 USDT 转账{ $first ->
        [0] { "" }
       *[other] ，或转给没有 USDT 的地址 { $first } 笔
    }
batch-energy-for-more = { batch-energy-for }（不含钱包原有的能量）
batch-fee-limit =
    fee_limit 至少设为 { $limit } TRX{ $first ->
        [none] { "" }
       *[other] ，转给没有 USDT 的地址时 { $first } TRX
    }
batch-not-safe = ⚠️ 不够一笔 USDT 转账
batch-terms = { rental } · { $paid } TRX
batch-by =
    { $isKey ->
        [yes] { $name } 通过 API 密钥下单
       *[no] { $name } 下单
    }
batch-approved-by = { $name } 批准
batch-ends = 到期时间：{ $at }
batch-ends-between = 最早到期：{ $first }，最晚：{ $last }
batch-ended = 已于 { $at } 到期
batch-alike = { $count } × { $what }
batch-leg-state-planned = 排队中
batch-leg-state-signed = 已签名，待广播
batch-leg-state-sent = 已广播，待上链
batch-leg-state-included = 已到账
batch-leg-state-solidified = 已到账，已最终确认
batch-leg-state-over = 租用已到期
batch-leg-state-dead = 失败，未扣款
batch-unplanned = { $amount } 正在寻找其他卖家
batch-transaction = 查看交易
batch-order = 订单 { $id }
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
batch-more-delegations = 另有 { $count } 批
batch-cancel-requested = 取消中；已签名的部分仍会到账
batch-improved = 成交价更低，节省 { $amount } TRX
batch-refunded = 已退款 { $amount } TRX
batch-waits-for-network = ⚠️ 仍在等待网络，此卡片会自动更新。
batch-lacks-bandwidth =
    { $burn ->
        [none] { $bandwidth } 带宽
       *[other] { $bandwidth } 带宽（将燃烧 { $burn } TRX）
    }
batch-sends =
    { $transfers ->
        [0]
            { $isFirst ->
                [yes] { resource }不够一笔 USDT 转账，转给没有 USDT 的地址还缺 { $lacking }
               *[no] { resource }不够一笔 USDT 转账，还缺 { $lacking }
            }
       *[other]
            { $isFirst ->
                [yes] { resource }够 { $transfers } 笔 USDT 转账（对方已有 USDT）。转给没有 USDT 的地址还缺：{ $lacking }
               *[no] { resource }够 { $transfers } 笔 USDT 转账。还缺：{ $lacking }
            }
    }
batch-cancelled = 已取消
batch-cancelled-by-customer = 已由下单人取消
batch-cancelled-by = 已由 { $name } 取消
batch-cancelled-not-activated = 已取消：钱包未激活
batch-cancelled-contract = 已取消：钱包是合约地址
batch-cancelled-not-delivered = 已取消：未能按时交付
batch-cancelled-unread = 已取消：未能按时读取 TRON 网络
batch-cancelled-expired = 已过期
batch-cancelled-restored = 已取消：平台已从备份恢复

## booking

booking-starts = 将于 { $from } 开始（现有租用到期前 1 分钟），至 { $to } 结束。按平台价预扣款项，开始前可随时取消。
booking-now = 立即开始，{ $total } TRX
booking-later = 到期时开始，{ $total } TRX
booking-later-short = 到期开始，{ $total } TRX
booking-open = <b>🕓 已预约：</b>{ $due } 自动下单
booking-terms =
    { $isHeld ->
        [yes] { rental } · 预扣 { $held } TRX
       *[no] { rental } · 已退回 { $held } TRX
    }
booking-old = 现有租用 { $end } 到期
booking-returned = 预约未执行，款项已退回
booking-reason-cancelled = 您已取消
booking-reason-noCapacity = 到时没有卖家能够交付
booking-reason-closed = 到时平台不接受新订单
booking-reason-belowFloor = 到时价格低于最低价
booking-reason-receiver = 有钱包无法接收
booking-reason-late = 到时平台处于停机状态
booking-reason-member = 预订人已无权为团队下单
booking-reason-restored = 平台已从备份恢复
booking-book = 到期时开始，预扣 { $total } TRX
booking-book-short = 到期开始，预扣 { $total } TRX
booking-book-again = 确认预扣 { $total } TRX
booking-asks-again = ⚠️ 请确认：预扣 { $total } TRX？
booking-not-amounts = 各钱包数量相同才能预约到期时开始；此订单将立即开始。
booking-not-bandwidth = 含带宽的订单无法预约到期时开始；此订单将立即开始。
booking-already = ⚠️ 已预约续租：{ $start } 开始，已预扣 { $held } TRX。此订单将立即开始；预约可在 /orders 取消。

## orders

orders-title = 我的订单
orders-question =
    <b>哪个订单？</b>
    点击下方订单，或发送订单 ID。
orders-empty =
    <b>还没有订单</b>
    发送 /buy 下第一单，或粘贴钱包地址。
orders-line = { $at } · { rental } · { $paid } TRX · { $state }
orders-booked = 🕓 已预约，{ $at } 开始 · { rental } · 预扣 { $held } TRX
orders-asks-to-end = <b>取消这笔预约？</b>款项会退回，原价不再保留。
orders-end = 确认取消
orders-more-booked = 🕓 另有 { $count } 笔预约
orders-state-safe = ✅ 已到账
orders-state-underWay = ⏳ 交付中
orders-state-resting = ⏳ 挂单中
orders-state-partlyFilled = ⏳ 部分成交
orders-state-cancelling = ⏳ 取消中
orders-state-ending = ⌛ 陆续到期
orders-state-ended = 已到期
orders-state-partlyDelivered = ⚠️ 部分到账
orders-state-cancelled = ❌ 已取消

## settings

settings-title = 设置
settings-group-title = 本群设置
settings-hint = 点击可切换：开启、静音、关闭。
settings-group-hint = 对全群有效，只有管理员可以更改；仅通知在本群下的订单。
settings-late-hint = “延迟时”：仅在到账超过 15 秒，或订单下方已有十条消息时通知。
settings-kind-completed = 已到账
settings-kind-partial = 部分到账
settings-kind-cancelled = 取消和退款
settings-kind-ending = 即将到期
settings-kind-balance = 余额不足
settings-kind-sale = 售出
settings-mode-late = 延迟时
settings-mode-on = 开启
settings-mode-silent = 静音
settings-mode-off = 关闭
settings-button-kind = { $kind }：{ $mode }
settings-limit =
    { $limit ->
        [none] 余额提醒：未设置
       *[other] 余额低于 { $limit } TRX 时提醒
    }
settings-already-below = ⚠️ 当前余额 { $available } TRX，已低于提醒线；回升后再次跌破才会提醒。
settings-limit-button = 提醒线：{ $limit } TRX
settings-orders =
    { $from ->
        [none] API 订单提醒：未设置
       *[other] API 订单单次或一小时内累计满 { $from } TRX 时提醒
    }
settings-orders-button =
    { $from ->
        [none] API 订单提醒：关闭
       *[other] API 订单提醒：{ $from } TRX 起
    }
settings-ask-orders = API 订单单次或一小时内累计满多少 TRX 时提醒您？请输入金额，例如 50。
settings-no-limit = 不提醒
settings-no-limit-yet = 余额不足：设置提醒线
settings-ask-above =
    { $trx ->
        [none] 支付时不二次确认
        [0] 每次支付都二次确认
       *[other] 支付超过 { $trx } TRX 时二次确认
    }
settings-ask-above-button =
    { $trx ->
        [none] 不确认
        [0] 每次确认
       *[other] 超过 { $trx } TRX 时确认
    }
settings-ask-limit = 余额低于多少 TRX 时提醒您？请输入金额，例如 50。
settings-bad-limit =
    { $said ->
        [none] 这不是 TRX 金额。请输入数字，例如 50 或 12.5，最多 6 位小数。
       *[other] “{ $said }”不是 TRX 金额。请输入数字，例如 50 或 12.5，最多 6 位小数。
    }
settings-language = 语言：{ $name }
settings-as-client = 跟随 Telegram
settings-language-button = 🌐 语言
settings-admins-only = 只有本群管理员可以更改。
settings-cannot-ask = 无法向 Telegram 确认您是否为管理员，请稍后再试。

## sell

sell-title = 出售能量和带宽
sell-list = 您用于出售的账户：
sell-account =
    { $address }
    { $state ->
        [onSale] ✅ 出售中，待结算 { $earned } TRX
        [paused] ⏸ 已暂停，待结算 { $earned } TRX
       *[idle] ⏸ 暂无出售，待结算 { $earned } TRX
    }
sell-more-accounts = 另有 { $count } 个
sell-address =
    用哪个账户出售？
    请发送账户地址。账户需有质押的 TRX；TRX 始终留在账户里，您可以随时停止。
    平台从每笔销售中收取 { $commission }% 佣金。
sell-permission-title = 授权平台代理资源
sell-permission-account = 账户 { $address }
sell-permission-no-key = ❌ 账户的活跃权限中还没有平台的地址。
sell-permission-weight = ❌ 阈值为 { $needs }，平台权重为 { $has }：权重须达到阈值。
sell-permission-fine = ✅ 平台可以代理和回收资源。
sell-permission-steps =
    请为平台添加一个活跃权限，只含以下两项操作：
    1. TronLink：设置 → 权限管理。TronScan：连接钱包，进入账户的权限页面。
    2. 添加一个活跃权限，拥有者权限保持不变。
    3. 操作：只选代理资源（DelegateResource）和回收资源（UnDelegateResource）。
    4. 权重 1，阈值 1，密钥：{ $operator }
    5. 确认；网络收取 100 TRX。然后点击“检查”。
sell-challenge-title = 证明账户属于您
sell-challenge-ask = 请用账户自己的密钥原样签名以下文本，这不会转移任何资产。点击即可复制：
sell-challenge-how =
    1. 在任何支持消息签名的钱包（signMessageV2，TIP-191）中扫描二维码或粘贴文本，然后签名。
    2. 或在浏览器中使用 TronLink：打开已连接 TronLink 的网页，在控制台运行 <code>await tronWeb.trx.signMessageV2(text)</code>。
sell-challenge-sandbox = 在沙盒中运行 { $command }，粘贴文本，然后按 Ctrl-D。
sell-challenge-until = 请在 { $end } 前把签名发给我。
sell-challenge-code = 同一文本的二维码，供其他设备上的钱包使用。
sell-seller-state =
    { $isPaused ->
        [yes] ⏸ 已暂停
       *[no] ✅ 出售中
    }
sell-seller-idle = ⏸ 暂无出售
sell-seller-pause-permission = 账户已不再授权平台代理资源，请点击“权限”。
sell-seller-pause-bandwidth = 账户余额不够支付代理手续费，请转入至少 2 TRX。
sell-seller-pause-activation = 账户未激活，请转入少量 TRX。
sell-seller-pause-other = 原因请咨询客服。
sell-seller-capacity = 目前可售：{ $energy } 能量，{ $bandwidth } 带宽
sell-seller-money = 收入：待结算 { $earned } TRX，已结算 { $paidOut } TRX
sell-seller-payout-minimum = 满 { $least } TRX 起结算
sell-seller-payout-next = 将在下一轮结算时支付
sell-seller-payout-first = 为安全起见，首次结算需等待，最早 { $from }
sell-seller-payout-approval =
    { $from ->
        [none] 超出平台每日自动结算额度，需平台审批
       *[other] 超出平台每日自动结算额度，需平台审批，最早 { $from }
    }
sell-seller-open =
    { $count ->
        [0] 没有进行中的代理
       *[other] 进行中的代理：{ $count } 笔
    }
sell-seller-delegation =
    { $end ->
        [none] { units }，单价 { $price } SUN，收入 { $earns } TRX，交付中
       *[other] { units }，单价 { $price } SUN，收入 { $earns } TRX，至 { $end }
    }
sell-seller-more-delegations = 另有 { $count } 笔
sell-seller-offer =
    { $keep ->
        [none] { sell-seller-mark } { resource }：{ $price } SUN，{ $shortest }至 { $longest }，每批最少 { $chunk }
       *[other] { sell-seller-mark } { resource }：{ $price } SUN，{ $shortest }至 { $longest }，每批最少 { $chunk }，自留 { $keep }
    }
sell-seller-mark =
    { $isOn ->
        [yes] ✅
       *[no] ⏸
    }
sell-seller-too-dear = ⚠️ 无法售出：目前成交价最高为 { $tooDearAbove } SUN，请降低价格。
sell-seller-no-offer = 还没有出售任何资源。
sell-seller-allows-more = ⚠️ 账户授予平台的权限超出出售所需，请点击“权限”。
sell-offer-title = 出售{ resource }
sell-offer-about = 点击要更改的项目，然后点击“上架”。
sell-offer-take = { rental }：买家付 { $costs } TRX，您得 { $gets } TRX（佣金{"\u00A0"}{ $commission }%）。
sell-offer-question-price = 最低售价多少？（SUN/单位/天）点击选择，或输入 1 至 1000。
sell-offer-question-shortest = 最短租期？
sell-offer-question-longest = 最长租期？您的质押最多会锁定这么久。
sell-offer-question-chunk = 每批最少出售多少？点击选择，或输入数字。
sell-offer-question-keep = 为自己保留多少？点击选择，或输入数字。
sell-offer-field-price = 价格：{ $value }
sell-offer-field-shortest = 最短：{ $value }
sell-offer-field-longest = 最长：{ $value }
sell-offer-field-chunk = 每批 ≥ { $value }
sell-offer-field-keep = 自留：{ $value }
sell-offer-price = { $sun } SUN
sell-offer-price-wanted = { $sun } SUN · 求购 { $units }
sell-typed = 您输入的是“{ $said }”。
sell-signed-by = 签名来自 { $account }。如果您不认识这个账户，说明签的是别的文本：请原样签名此文本。
sell-notices-NO_ADDRESS = 其中没有 TRON 地址。TRON 地址以 T 开头。
sell-notices-BAD_ADDRESS = 地址有误：校验和不符。
sell-notices-NOT_ACTIVATED = 账户未激活：请转入 TRX 并质押一部分。
sell-notices-NOT_STAKED = 该账户没有质押的 TRX，暂无可售资源：请先质押一部分。
sell-notices-CONTRACT = 这是合约地址，只有钱包可以出售。
sell-notices-DESKS_OWN = 这是平台的账户，请发送您自己的账户。
sell-notices-NO_SIGNATURE = 这不是签名：签名是 130 位十六进制字符，开头可带 0x。
sell-notices-SIGNATURE_INVALID = 无法读取该签名。请用账户自己的密钥原样签名文本。
sell-notices-OTHER_KEY = 该签名来自另一个密钥。
sell-notices-WEAK_KEY = 单凭这把密钥无法代表该账户：其拥有者权限需要更多签名。
sell-notices-CHALLENGE_EXPIRED = 该文本已过期或被取代。请点击“新文本”并签名。
sell-notices-PERMISSION_MISSING = 账户已不再授权平台代理资源，请点击“检查”。
sell-notices-PRICE_RANGE = 价格须为 1 至 1000 的整数。
sell-notices-CHUNK_RANGE = 不是数字，或低于平台的最小代理数量。
sell-notices-KEEP_RANGE = 这不是有效的数量。
sell-notices-CHAIN_UNAVAILABLE = 平台暂时无法查询网络，请再试。
sell-notices-NOT_YOURS = 该账户目前不在您的出售列表中。
sell-notices-FAILED = 操作未成功，没有任何改动，请再试。
sell-closed-closed = 已关闭，在售的会继续出售。发送 /sell 可重新打开。
sell-closed-idle = 已关闭。发送 /sell 可重新打开。
sell-closed-replaced = 此卡片已被新卡片取代。
sell-toasts-not-yours = 这是别人的卡片，请发送 /sell 打开自己的。
sell-toasts-closed = 此卡片已关闭，请发送 /sell 打开新的。
sell-toasts-saved = 已生效。
sell-toasts-unchanged = 已重新读取：暂无变化。
sell-toasts-fine = ✅ 已重新读取：平台只能代理和回收资源。
sell-buttons-add = 添加账户
sell-buttons-list = 全部账户
sell-buttons-check = 检查
sell-buttons-copy-desk = 复制平台地址
sell-buttons-go-on = 仍然继续
sell-buttons-new-text = 新文本
sell-buttons-offer =
    { $isKnown ->
        [yes] 修改{ resource }
       *[no] 出售{ resource }
    }
sell-buttons-turn =
    { $isOn ->
        [yes] 停售{ resource }
       *[no] 恢复出售{ resource }
    }
sell-buttons-permission = 权限
sell-buttons-save = 上架
sell-buttons-close = 关闭
sell-permission-missing = ❌ 尚未授权：{ $operations }
sell-permission-too-much = ⚠️ 权限过大：平台还能{ $powers }。请从权限中去掉，出售不需要这些。
sell-operation-delegate = 代理资源（DelegateResource）
sell-operation-undelegate = 回收资源（UnDelegateResource）
sell-power-owner = 像拥有者密钥一样执行任何操作
sell-power-transfer = 转出 TRX
sell-power-contracts = 调用合约
sell-power-permissions = 修改权限
sell-power-stake = 质押
sell-power-unstake = 解除质押
sell-power-withdraw = 提取已解除质押的 TRX

## stats

stats-title = 近 { $days } 天
stats-spent = 支出
stats-orders = { $count } 个订单已到账
stats-price = { resource }价格
stats-average = 您的平均价
stats-burning = 燃烧 TRX：{ $price }
stats-delivery = 到账时间
stats-median = 中位数
stats-p90 = 90% 在 { $time }内
stats-trx = { $amount } TRX
stats-sun = { $price } SUN
stats-duration =
    { $unit ->
        [second] { $count }{"\u00A0"}秒
        [minute] { $count }{"\u00A0"}分钟
        [hour] { $count }{"\u00A0"}小时
       *[day] { $count }{"\u00A0"}天
    }
stats-nothing =
    <b>近 { $days } 天没有购买</b>
    有订单到账后，/stats 会绘制支出图表。请发送 /buy 购买。
stats-range = { $first }–{ $last } UTC
stats-caption-spent = <b>近 { $days } 天支出 { $spent } TRX</b>
stats-caption-saved = 按今日价格，比燃烧 TRX 节省 { $amount } TRX
stats-caption-not-saved = 按今日价格，燃烧 TRX 会少花 { $amount } TRX
stats-caption-bought =
    { $burnPrice ->
        [none] { units }，平均价 { $price } SUN
       *[other] { units }，平均价 { $price } SUN；燃烧 TRX 为 { $burnPrice } SUN
    }
stats-caption-delivery = { stats-orders }：半数在 { $median }内，90% 在 { $p90 }内

## help

help-title = 使用说明
help-wallet = 只发钱包地址即可，其余与上次相同：<code>{ $buy }T…</code>
help-one-line = 一行下单：<code>{ $buy }65k 1h T…</code>
help-own-amounts =
    数量不同：<code>{ $buy }1h
    T… 65k
    T… 131k</code>
help-locked = 仅限链上锁定：<code>{ $buy }65k 1h T… locked</code>
help-paying = 只有点击带金额的按钮才会付款。
help-group = 卡片属于打开它的人。余额和订单请看私聊。
help-contact = 咨询：{ $contact }

## history

history-title = 账户明细
history-line =
    { $from ->
        [none] { $at }  { $amount } TRX · { $what }
       *[other] { $at }  { $amount } TRX · { $what }：{ $from }
    }
history-kinds-deposit = 充值
history-kinds-gift = 平台赠送
history-kinds-payment = 线下充值
history-kinds-correction = 更正
history-kinds-booked = 预约预扣
history-kinds-unbooked = 预约结束
history-kinds-hold = 订单
history-kinds-raised = 订单提价
history-kinds-lowered = 订单降价
history-kinds-improved = 成交价更优
history-kinds-refund = 退款
history-kinds-withdrawal_hold = 提现（含手续费）
history-kinds-withdrawal_returned = 提现退回
history-kinds-withdrawal = 提现
history-left = 变动后余额：{ $balance } TRX
history-too-large =
    { $command ->
        [none] 仅一天的内容就超出单个文件的容量。请用您的密钥通过 HTTP 读取订单。
       *[other] 内容超出单个文件的容量。可以导出：{ $command }
    }
history-wrong-day = “{ $word }”不是日期，请写 { $example }。
history-two-days = “{ $word }”是 { $first } 还是 { $second }？请写其中一个。
history-backwards = 结束日期早于开始日期，请这样写：{ $example }
history-in-file = 文件包含{ history-period }的全部余额变动；其中时间为 UTC，金额为 TRX。
history-nothing = { history-period }没有余额变动。
history-period =
    { $isDay ->
        [yes] { $to }
       *[no]
            { $from ->
                [none] 截至 { $to }
               *[other] { $from }至 { $to }
            }
    }

## news

news-booking =
    <b>🔔 续租未成功，款项已退回</b>
    { rental } · 已退回 { $held } TRX
news-cancelled =
    <b>{ $delivered ->
        [none] 🔔 已取消并退款
       *[other] 🔔 部分到账，其余已退款
    }</b>
    { rental }
    { $delivered ->
        [none] 已付 { $paid }，成交 0，退款 { $refunded } TRX
       *[other] 已付 { $paid }，成交 { $delivered }，退款 { $refunded } TRX
    }
news-balance =
    <b>🔔 余额不足</b>
    可用余额 { $available } TRX，低于 { $limit } TRX。
    发送 /balance 查看充值方法，发送 /settings 修改提醒线。
news-open = 查看订单
news-extend = 续租
news-completed = <b>🔔 已到账</b>
news-completed-terms =
    { $improved ->
        [none] { rental } · { $paid } TRX
       *[other] { rental } · { $paid } TRX，{ $improved }
    }
news-sends-nobody = ⚠️ 仅凭这些不够一笔 USDT 转账
news-sends-holders = 足够向已有 USDT 的钱包转 USDT
news-partial =
    <b>🔔 部分到账</b>
    { $receivers ->
        [1] 已到账 { $filled }/{ units }，{ $rest } 挂单中
       *[other] 已到账 { $filled }/{ units }，共 { receivers }，{ $rest } 挂单中
    }
news-ending =
    <b>🔔 租用即将到期</b>
    { $receivers ->
        [1] { units }，{ $at } 到期
       *[other]
            { $isSum ->
                [yes] { receivers }共 { units }，{ $at } 到期
               *[no] { receivers }各 { units }，{ $at } 到期
            }
    }
news-sale =
    <b>🔔 已售出</b>
    { $sold }，共 { $orders } 个订单：收入 { $earned } TRX
    发送 /sell 查看全部出售，发送 /settings 更改通知。

## manual

manual-buttons-parts = 分批，每批至少 { $least }
manual-buttons-whole = 整单成交
manual-buttons-other-chunk = 手动输入每批数量
manual-buttons-bulk =
    { $isOn ->
        [yes] ☑ 所有钱包同时开始
       *[no] ☐ 所有钱包同时开始
    }
manual-buttons-price-field = { $priceSun } SUN
manual-buttons-parts-field =
    { $bulk ->
        [yes] 同时 ≥ { $least }
       *[no] 分批 ≥ { $least }
    }
manual-buttons-parts-field-short = ≥ { $least }
manual-buttons-parts-field-shortest =
    { $bulk ->
        [yes] 同时
       *[no] 分批
    }
manual-buttons-whole-field =
    { $bulk ->
        [yes] 全部同时
       *[no] 整单成交
    }
manual-buttons-at-once = 立即全部成交：{ $total } TRX
manual-market-prices = 最低出价 { $floorSun } SUN · 平台价 { $fastSun } SUN
manual-market-no-asks = 目前没有卖单。
manual-market-none-before =
    { $desk ->
        [yes] { $until } 之前没有可用于{ manual-market-wallets }的卖家
       *[no] { $until } 之前没有可用于{ manual-market-wallets }的卖单
    }
manual-market-wallets =
    { $wallets ->
        [1] 此钱包
       *[other] 这些钱包
    }
manual-market-fast-is-better = ⚠️ 按能立即全部成交的价格出价，并不比平台价便宜。
manual-confirm-fills-all = 按当前订单簿，可立即全部成交
manual-confirm-fills-some =
    { $cost ->
        [none] 按当前订单簿，立即成交 { $fills }，其余 { $rests } 挂单等待
       *[other] 按当前订单簿，立即成交 { $fills }（约 { $cost } TRX），其余 { $rests } 挂单等待
    }
manual-confirm-fills-none = 目前没有匹配的卖单，将全部挂单等待
manual-confirm-waits-for-all = 所有钱包都能成交时才开始
manual-confirm-parts = 分批，每批至少 { $least }
manual-confirm-whole = 整单成交：由一个卖家全部交付
manual-confirm-bulk = 所有钱包同时开始
manual-confirm-runs = 每批从到账起算，租期 { $duration }
manual-confirm-at-once = 若立即全部到账，需 { $total } TRX
manual-confirm-at-once-instead = ⚠️ 立即全部到账最多只需 { $total } TRX，您的上限并不更低
manual-order-price = { $priceSun } SUN
manual-order-delivered = 已到账 { $delivered }/{ $of }
manual-order-on-the-way = 交付中 { $onTheWay }
manual-order-waiting = 挂单中 { $rests }
manual-order-rests-until = 挂单至 { $at }，到期未成交部分退款
manual-order-paid-trx = 已付 { $paid }
manual-order-delivered-trx = 成交 { $delivered }
manual-order-on-the-way-trx = 交付中 { $held }
manual-order-refunded-trx = 退款 { $refunded } TRX
manual-resting-held-up = 目前暂停撮合，之后会自动继续
manual-resting-overdue = 已过期：其余正在退款
manual-resting-of-pool = 该钱包已成为平台账户：请取消，其余款项退回
manual-resting-fills-now = 刚有卖家空出资源：正在成交
manual-resting-locked = { $owners } 个卖家在 { $until } 之前无法为此钱包交付：其先前的出租仍在锁定中
manual-resting-under-way = 跳过 { $owners } 个卖家：对该钱包的另一笔代理正在进行
manual-resting-unlockable = 跳过 { $owners } 个卖家：无法锁定这么久
manual-resting-too-little = 跳过 { $owners } 个卖家：余量达不到您设定的每批最小数量
manual-resting-too-coarse = 跳过 { $owners } 个卖家：不出售这么小的数量
manual-resting-gifts-only = 跳过 { $owners } 个卖家：平台赠送的金额只能向平台购买
manual-resting-failed-lately = 跳过 { $owners } 个卖家：交付失败，很快重试
manual-resting-bulk = 所有钱包都能成交时同时开始
manual-resting-nobody =
    { $isElse ->
        [yes]
            { $nextSun ->
                [none] 没有其他卖家以 { $priceSun } SUN 或更低价出售
               *[other] 没有其他卖家以 { $priceSun } SUN 或更低价出售；下一档价格 { $nextSun } SUN
            }
       *[no]
            { $nextSun ->
                [none] 没有卖家以 { $priceSun } SUN 或更低价出售
               *[other] 没有卖家以 { $priceSun } SUN 或更低价出售；下一档价格 { $nextSun } SUN
            }
    }
manual-buttons-price = { $priceSun } SUN · { $total } TRX · { manual-buttons-fills }
manual-buttons-price-short = { $priceSun } SUN · { manual-buttons-fills }
manual-buttons-fills =
    { $state ->
        [all] 立即成交
        [some] 立即 { $fills }
       *[nothing] 需等待
    }
manual-market-asks = 卖单：{ $levels }
manual-market-bids = 买单：{ $levels }
manual-market-level = { $units } @ { $priceSun }

## keys

keys-title = API 密钥
keys-about = 有了密钥，您的程序可以通过 HTTP 用您的余额下单。
keys-none = 您还没有密钥。
keys-line = { $startsWith }，创建于 { $issued }
keys-disabled-line = { $startsWith }，创建于 { $issued }，已停用，需由客服启用
keys-full = 您已有 { $most } 个密钥，达到上限。请先撤销一个再创建。
keys-issue = 创建密钥
keys-revoke = 撤销 { $startsWith }
keys-ask-revoke =
    撤销密钥 { $startsWith } 吗？
    使用它的程序会立即被拒绝，撤销后无法恢复。
keys-confirm-revoke = 撤销
keys-revoked = ✅ 密钥 { $startsWith } 已撤销。
keys-gone = 该密钥已失效。
keys-shown =
    <b>您的新 API 密钥</b>
    { $key }
    只显示一次，请立即保存，平台不会存储它。{ $team ->
        [none] 任何持有它的人都能使用您的余额。
       *[other] 任何持有它的人都能以您的名义，每天（UTC）最多使用团队 { $team } 的 { $cap } TRX。
    }保存后请删除此消息。
keys-copy = 复制密钥
keys-not-shown = ⚠️ 无法确认新密钥（{ $startsWith }）是否已显示给您，因此已撤销。请发送 /key 重新创建。

## notes

notes-anonymous-admin =
    您是匿名管理员，我无法得知由谁付款。
    { as-yourself }
notes-channel =
    频道没有余额，无法下单。
    { as-yourself }
notes-linked-post =
    关联频道的帖子没有付款人。
    { as-yourself }
notes-edited-after-payment = 订单已付款，编辑消息不会改变订单。如需再次下单，请发送新消息。
notes-edited-in-vain = 这次编辑没有改变任何内容。如需下单，请作为新消息发送。
notes-dead-letter = 抱歉，出错了，未扣款；请查看 /orders。
notes-cannot-write = 平台暂时无法处理，未扣款；恢复后会尽快答复您。
notes-nothing-to-cancel = 没有打开的下单卡片。要取消已付款的订单，请在 /orders 中打开它。
notes-nothing-to-repeat = 您还没有可以重复的订单，请先发送 /buy 下单。
notes-anothers-order = 这是其他成员的订单，只有本人可以打开。
notes-address-later = 暂时无法显示充值地址。资金不受影响，请几分钟后再发送 /deposit。
notes-private-only = 该内容只在私聊中显示。
notes-group-hint =
    其他命令请在私聊中使用。群内可用：
    /buy /quote /again /order /settings /usdt /link /cancel /help

## twoReadings

two-readings = { that }是 { $readings } TRX？请点击或输入其中一个。

## unknownCommand

unknown-command =
    没有 /{ $typed } 命令。可用命令：
    { $known }
unknown-command-meant = 没有 /{ $typed } 命令。您是想用 /{ $meant } 吗？

## profile

profile-description =
    秒租 TRON 能量和带宽，转 USDT 不用燃烧 TRX。

    粘贴钱包地址或点击“开始”。先看价格，再点击显示价格的按钮付款；卡片会告诉您何时可以转账。
profile-short-description = 秒租 TRON 能量和带宽：转 USDT 不用燃烧 TRX。

## prompts

prompts-receivers-text = 哪些钱包接收？请回复地址或文件。
prompts-receivers-placeholder = T… T…
prompts-amount-text = 需要多少{ resource }？请回复{ such-as }
prompts-amount-placeholder = 65000
prompts-price-text = 出价多少？请回复{ whole-sun }
prompts-price-placeholder = 55
prompts-partial-min-text = 每批最少多少？请回复数字，例如 20000 或 20k。
prompts-partial-min-placeholder = 20000
prompts-order-text = 哪个订单？请回复订单 ID。
prompts-order-placeholder = 24 位字母和数字

## toasts

toasts-not-yours = 这是别人的卡片，请发送 /buy 打开自己的。
toasts-anothers = 这是 { $name } 的卡片，请发送 /buy 打开自己的。
toasts-stale = 卡片内容已变化，现在显示的是最新内容。
toasts-already-paid = 已付款，不会重复扣款。
toasts-already-dropped = 此卡片已关闭，请发送 /buy 打开新的。
toasts-read-first = 请先核对金额和钱包，再点一次。
toasts-still-missing = 仍差 { $amount } TRX。
toasts-quote-lapsed =
    该报价已过期，未扣款。{ $now ->
        [none] 这是新报价。
       *[other] 新报价：{ $before } → { $now } TRX
    }
toasts-offers-gone =
    这些卖单已被成交，未扣款。{ $now ->
        [none] 这是当前价格。
       *[other] 当前价格：{ $before } → { $now } TRX
    }
toasts-already-booked = 该时间的续租已预约，没有再次预扣。
toasts-booking-cancelled = 预约已取消：已退回 { $amount } TRX
toasts-booking-over = 该预约已结束，款项已退回。
toasts-booking-ordered = 该预约已转为订单。
toasts-refreshed = 已刷新。
toasts-nothing-to-go-back-to = 这已是第一个问题。

## files

files-problem-too-large = ⚠️ 文件超过 64 KiB。请拆分，或只发送钱包一列：可容纳 1,800 个。
files-problem-unavailable = ⚠️ Telegram 未能提供该文件，请重新发送。
files-problem-spreadsheet = ⚠️ 这是电子表格，我无法读取。{ as-csv }
files-problem-not-text = ⚠️ 这不是文本文件。{ as-csv }
files-problem-no-wallets = ⚠️ 文件中没有 TRON 地址。{ as-csv }
files-next = 继续租 { $next } 个钱包
files-next-of = 继续租 { $next } 个钱包（还剩 { $left } 个）

## book

book-own = 您个人的地址簿
book-of-team = 团队 { $name } 的地址簿
book-title = 地址簿 · { $names } 个钱包
book-page = 第 { $page }/{ $pages } 页
book-empty =
    <b>地址簿是空的</b>
    { book-how-to }
book-how-to =
    添加：<code>/book cold1 T…</code>
    下单时代替地址：<code>65k 1h cold1</code>
    批量添加：发送名称和钱包的 CSV 文件，说明文字写 /book
book-entry = 已下单 { $uses } 次
book-added = ✅ 已保存：{ $name } → { $wallet }
book-same = { $name } 已指向 { $wallet }
book-changed = ✅ { $name } 已改为 { $wallet }，原为 { $before }
book-taken =
    { $name } 目前是 { $before }
    改为 { $wallet } 吗？
book-kept = 没有替换任何名称。
book-full = ⚠️ 地址簿已有 { $maxNames } 个名称，达到上限。请先删除一个：/book remove cold1
book-removed = { $name } 已删除，之前是 { $wallet }。恢复：{ $again }
book-no-such-name = ⚠️ 地址簿中没有 { $name }，请查看 /book。
book-bad-name = ⚠️ “{ $name }”不能作为名称。名称须为 { letters }。
book-means-else = ⚠️ “{ $name }”在下单时另有含义，请换一个名称。
book-bad-wallet = ⚠️ { $wallet } 不是 TRON 地址，请重新复制。
book-ethereum = ⚠️ 这是{ ethereum }。
book-hex = ⚠️ { hex }
book-usage =
    ⚠️ 无法识别。
    { book-how-to }
    删除：<code>/book remove cold1</code>
    导出全部：<code>/book export</code>
book-not-utf8 = ⚠️ 无法准确读取文件中的名称。请另存为 CSV（UTF-8）再发送。
book-caption = 地址簿 · { $names } 个钱包。重新导入：说明文字写 /book。
book-buttons-buy = 为此钱包购买
book-buttons-remove = 删除
book-buttons-back = 返回
book-buttons-export = 导出 CSV
book-buttons-replace =
    { $names ->
        [1] 替换
       *[other] 替换 { $names } 个
    }
book-buttons-keep = 保留原来的
book-buttons-earlier = 上一页
book-buttons-later = 下一页
book-imported = <b>文件中的名称</b>
book-imported-counts = ✅ 新增 { $added }，修改 { $changed }，未变 { $same }
book-imported-full = ⚠️ { $full } 个放不下：最多 { $maxNames } 个名称。
book-imported-line = ❌ 第 { $line } 行：{ $why }
book-imported-more = ❌ 另有 { $count } 行
book-imported-taken = ⚠️ { $names } 个名称已指向其他钱包，未修改：{ $listed }
book-problem-noWallet = 没有钱包
book-problem-checksum = 钱包地址有误
book-problem-ethereum = 以太坊格式的地址
book-problem-hex = 十六进制地址
book-problem-noName = 没有名称
book-problem-badName = 名称无效（{ letters }）
book-problem-meansElse = 名称在下单时另有含义
book-problem-twice = 该名称在上文已用于另一个钱包

## overlaps

overlaps-several =
    { $isAll ->
        [yes] ⚠️ { $of } 个钱包都已有{ resource }
       *[no] ⚠️ { $of } 个钱包中有 { $count } 个已有{ resource }
    }
overlaps-holds =
    { $wallet ->
        [none] ⚠️ 该钱包已有 { $units } { resource }，{ $until } 到期
       *[other] ⚠️ { $wallet } 已有 { $units } { resource }，{ $until } 到期
    }
overlaps-holds-parts =
    { $wallet ->
        [none] ⚠️ 该钱包已有 { $units } { resource }，{ $first } 至 { $last } 陆续到期
       *[other] ⚠️ { $wallet } 已有 { $units } { resource }，{ $first } 至 { $last } 陆续到期
    }
overlaps-gets =
    { $wallet ->
        [none] ⚠️ 该钱包正在接收 { $units } { resource }
       *[other] ⚠️ { $wallet } 正在接收 { $units } { resource }
    }
overlaps-more = ⚠️ 另有 { wallets }

## usdt

usdt-question =
    USDT 转账需要多少能量？
    { $isGroup ->
        [yes] 请回复下方提问，发送两个钱包，先转出方，后收款方。
       *[no] 请发送两个钱包，先转出方，后收款方。
    }
    例如：T… T…，或 <code>@hot @cold</code>
usdt-ask-recipient =
    { $from } 向谁转 USDT？
    { $isGroup ->
        [yes] 请回复下方提问，发送收款方钱包。
       *[no] 请发送收款方钱包。
    }
usdt-ask-sender =
    谁向 { $to } 转 USDT？
    { $isGroup ->
        [yes] 请回复下方提问，发送转出方钱包。
       *[no] 请发送转出方钱包。
    }
usdt-prompt-both = 谁转出 USDT，谁收款？请回复两个钱包，先转出方。
usdt-prompt-recipient = 谁收 USDT？请回复收款方钱包。
usdt-prompt-sender = 谁转出 USDT？请回复转出方钱包。
usdt-lacks-bandwidth = 转出方带宽不足：转账会燃烧 { $burn } TRX；租 { $amount } 带宽需 { $cost } TRX。
usdt-only-bandwidth = ⚠️ 转出方带宽不足，转账会为此燃烧 TRX。租用：{ $line }
usdt-burns-nothing = ✅ 这笔转账免费：不燃烧 TRX。
usdt-no-bandwidth = ⚠️ 目前没有可租的带宽：这里只含能量。
usdt-not-activated = ⚠️ { $from } 未在 TRON 上激活，无法转出 USDT。请先转入少量 TRX。
usdt-enough = <b>无需租用：转出地址还有 { $held } 能量可用</b>
usdt-takes-tried = 经合约试算，向 { $to } 转 USDT 消耗 { $tried } 能量，有 { $needed } 即可。
usdt-takes-holdsSome = { $to } 已有 USDT，转账需要 { $needed } 能量。
usdt-takes-holdsNone = { $to } 没有 USDT，转账需要 { $needed } 能量。
usdt-takes-notActivated = { $to } 未激活，所以没有 USDT：首次转账需要 { $needed } 能量。
usdt-takes-usual =
    { $isShort ->
        [yes] 转给已有 USDT 的地址通常需要 { $needed } 能量。如果 { $to } 从未持有 USDT，则需要 { $neededForNew }，不足部分可用 /buy 租用。
       *[no] 转给已有 USDT 的地址通常需要 { $needed } 能量。如果 { $to } 从未持有 USDT，则需要 { $neededForNew }。
    }
usdt-sender-holds =
    { $least ->
        [none] 转出地址还有 { $held } 能量可用，还差 { $missing }。
       *[other] 转出地址还有 { $held } 能量可用，还差 { $missing }。最少租 { $least }。
    }

## amend

amend-title = 修改订单
amend-terms = { rental } · { $priceSun } SUN
amend-question = 要修改什么？
amend-price = 价格
amend-lifetime = 挂单时间
amend-ask-lifetime = 从 { $created } 算起，最长挂单多久？
amend-more = ⚠️ 改为 { $priceSun } SUN 需再预扣 { $more } TRX，多余部分会退回。
amend-hold = 再预扣 { $more } TRX
amend-close = 保持不变
amend-price-changed = ✅ 价格已改为 { $priceSun } SUN
amend-lifetime-changed = ✅ 已修改：挂单至 { $until }
amend-closed = 已关闭，未作修改。
amend-read-first = 请先核对金额，再点一次。
amend-over = 此卡片已关闭，可在订单卡片上重新点击修改。
amend-hours = { $hours } 小时
amend-days = { $days } 天

## ordered

ordered =
    <b>{ $more ->
        [none] 🔔 有人用 API 密钥下单 { $paid } TRX
       *[other] 🔔 有人用 API 密钥提高了订单价格：现为 { $paid } TRX（+{ $more }）
    }</b>
    { rental }，单价 { $priceSun } SUN
    密钥：{ $key }
    不是您本人？请用 /key 撤销该密钥。

## orderedInHour

ordered-in-hour =
    <b>🔔 一小时内用 API 密钥下单共 { $paid } TRX</b>
    每笔均低于您设定的 { $from } TRX；用 /orders 查看。
    不是您本人？请用 /key 撤销该密钥。

## withdrawalNews

withdrawal-news-asked =
    <b>🔔 有人用 API 密钥申请提现 { $amount } TRX</b>
    收款地址 { $address } 此前未用过。
withdrawal-news-asked-approval = 需先由平台审批。
withdrawal-news-asked-from = 最早打款时间：{ $from }。
withdrawal-news-asked-end = 不是您本人？请取消，并用 /key 撤销密钥。
withdrawal-news-paid =
    <b>🔔 提现已到账：{ $amount } TRX</b>
    收款地址 { $address }
withdrawal-news-refused =
    <b>🔔 提现 { $amount } TRX 被拒绝</b>
    收款地址 { $address }
withdrawal-news-refused-reason = 原因：{ $reason }
withdrawal-news-refused-end = 款项已退回余额。
withdrawal-news-delayed =
    <b>🔔 提现 { $amount } TRX 需要更久</b>
    收款地址 { $address }
    平台需先给付款账户充值，之后会自动打款；在此之前可以取消。
withdrawal-news-unpaid =
    <b>🔔 提现 { $amount } TRX 未能发出</b>
    收款地址 { $address }
    这笔转账未能及时进入区块。款项仍处于预扣状态，需由平台重新审批；在此之前可以取消。
withdrawal-news-unbooked =
    <b>🔔 提现 { $amount } TRX 重新待处理</b>
    收款地址 { $address }
    这笔提现此前被误记为已支付。款项已重新预扣，需由平台重新审批；在此之前可以取消。

## withdraw

withdraw-title = 提现 TRX
withdraw-title-of = 提现 { $amount } TRX
withdraw-off =
    { $contact ->
        [none] 此处未开放提现。如需提现，请联系客服。
       *[other] 此处未开放提现。如需提现，请联系 { $contact }。
    }
withdraw-withdrawable = 可提现：{ $amount } TRX
withdraw-gifts = 平台赠送的金额只能在此使用，不能提现。
withdraw-least = 每笔至少提现 { $least } TRX，手续费 { $fee } TRX。
withdraw-ask-address =
    { $hasWallets ->
        [yes] 提到哪个地址？点选您的钱包，或发送其他地址。
       *[no] 提到哪个地址？请发送过来。
    }
withdraw-ask-amount = 到账多少 TRX？可填 { $least } 至 { $most }。
withdraw-all = 全部：{ $amount } TRX
withdraw-to = 收款地址 { $address }
withdraw-fee = 手续费：{ $fee } TRX
withdraw-fee-with-activation = 手续费：{ $fee } TRX，其中 { $activation } TRX 用于激活新账户
withdraw-arrives = 到账：{ $amount } TRX
withdraw-taken = 从余额扣除：{ $amount } TRX
withdraw-at-once = 立即打款。
withdraw-new-address = ⏳ 新地址：{ $hours } 小时后打款，在此之前可以取消。
withdraw-needs-operator = ⏳ 需先由平台审批。
withdraw-asks-again = ⚠️ 打款后无法追回，请核对地址。
withdraw-send-again = 确认提现 { $amount } TRX
withdraw-close = 关闭
withdraw-closed = 已关闭，未提现。
withdraw-over = 此卡片已关闭，请用 /withdraw 重新打开。
withdraw-read-first = 请先核对，再点一次。
withdraw-status-waiting = 🕓 提现 { $amount } TRX
withdraw-status-approval = 🕓 提现 { $amount } TRX
withdraw-status-signed = ⏳ 提现 { $amount } TRX
withdraw-status-paid = ✅ 提现已到账：{ $amount } TRX
withdraw-status-refused = ❌ 提现 { $amount } TRX 被拒绝
withdraw-status-cancelled = 提现 { $amount } TRX 已取消
withdraw-awaits-operator = 等待平台审批。
withdraw-not-before = 最早打款时间：{ $due }。
withdraw-soon = 将尽快打款。
withdraw-paused = 打款已暂停，恢复后即打款。
withdraw-can-cancel = 在此之前可以取消。
withdraw-on-its-way = 已打款，约一分钟后最终确认。
withdraw-reason = 原因：{ $reason }
withdraw-is-back = { $amount } TRX 已退回余额。
withdraw-open-title = 尚未打款
withdraw-open-line =
    { $due ->
        [none]
            { $isApproved ->
                [yes] { $amount } TRX → { $address }
               *[no] { $amount } TRX → { $address }，等待平台审批
            }
       *[other]
            { $isApproved ->
                [yes] { $amount } TRX → { $address }，最早 { $due }
               *[no] { $amount } TRX → { $address }，最早 { $due }，等待平台审批
            }
    }
withdraw-transaction = 查看交易
withdraw-cancel-one = 取消 { $amount } TRX → { $wallet }
withdraw-cancel-one-short = 取消 { $amount } TRX
withdraw-cancelled-toast = 已取消：{ $amount } TRX 已退回余额。
withdraw-too-late = 已无法取消。发送 /withdraw 查看还能取消的提现。
withdraw-notices-NO_ADDRESS = { that }不是 TRON 地址。地址以 T 开头。
withdraw-notices-BAD_ADDRESS = 地址有误，请重新复制。
withdraw-notices-ETHEREUM = 这是{ ethereum }。
withdraw-notices-HEX = { hex }
withdraw-notices-NO_SUCH_NAME =
    { $said ->
        [none] 您的 /book 里没有这个名称。
       *[other] 您的 /book 里没有这个名称：{ $said }。
    }
withdraw-notices-SEVERAL = 每笔提现只能填一个地址。
withdraw-notices-CONTRACT = 这是合约地址，只能付款到钱包。
withdraw-notices-DESKS_OWN = 这是本平台的地址（您的充值地址也是）或无主地址，请发送您自己钱包的地址。
withdraw-notices-TWO_READINGS = { that }是 { $readings } TRX？请点击或输入其中一个。
withdraw-notices-NOT_AMOUNT = { that }不是金额。请输入 TRX 数量，例如 10 或 12.5。
withdraw-notices-TOO_SMALL = 至少 { $least } TRX。
withdraw-notices-TOO_LARGE = 扣除手续费 { $fee } TRX 后，最多到账 { $most } TRX。
withdraw-notices-FEE_TAKES_ALL = 该地址的账户是新的，手续费为 { $fee } TRX，余下太少。请换一个地址。
withdraw-notices-FEE_CHANGED = 手续费上涨了，未打款。
withdraw-notices-BALANCE = 余额有变：最多到账 { $most } TRX，未打款。
withdraw-notices-TOO_MANY = 您有 20 笔提现尚未到账。请先取消其中一笔，或等待到账。未扣款。
withdraw-notices-NOT_OWNER = 只有团队所有者可以提现。未扣款。
withdraw-notices-OFF =
    { $contact ->
        [none] 目前未开放提现，请联系客服。
       *[other] 目前未开放提现，请联系 { $contact }。
    }
withdraw-notices-HALTED = 目前暂停提现，未扣款。请稍后再试。
withdraw-notices-CHAIN_UNAVAILABLE = 目前无法读取 TRON，未扣款。请一分钟后再试。
withdraw-notices-FAILED = 未成功，未扣款。请稍后再试。

## teamMoney

team-money-from = 由团队 { $name } 的余额支付
team-money-asks = { $name } 申请从团队 { $team } 提现
team-money-withdrawal = { $amount } TRX → { $address }，手续费最多 { $fee } TRX
team-money-available = 团队可提现：{ $amount } TRX
team-money-needs-owner = ⏳ 须先由团队的另一位所有者确认。
team-money-send-again = 提交其他所有者确认：{ $amount } TRX
team-money-title = 🕓 提现 { $amount } TRX
team-money-waits = 等待另一位所有者确认，截止 { $until }。确认前不扣款。
team-money-over-declined = { $by } 已拒绝，未扣款
team-money-over-withdrawn = 已撤回，未从余额扣款
team-money-over-lapsed = 没有其他所有者及时确认，未扣款
team-money-over-ended = 申请人已不再是所有者，未扣款
team-money-short = 余额不足：团队现在可提现 { $left } TRX。未扣款，申请仍在等待。
team-money-fee-risen = 手续费高于申请时。请重新申请；未扣款。
team-money-owners-only = ⚠️ 只有所有者可以从团队 { $name } 提现。如需提取自己的资金，请在 /team 中选择您自己的账户。
team-money-news =
    <b>🔔 提现 { $amount } TRX</b>
    收款地址 { $address }
team-money-by =
    { $confirmed ->
        [none] 申请人：{ $asked }
       *[other] 申请人：{ $asked }，确认人：{ $confirmed }
    }
team-money-paid-in = 🔔 团队 { $name } 入账 { $amount } TRX
team-money-low =
    <b>🔔 余额不足</b>
    可用 { $available } TRX，低于提醒线 { $limit } TRX（取团队今天和昨天支出的较高者，至少 10 TRX）。
team-money-wallets = <b>🔔 团队地址簿新增</b>，添加人：{ $name }
team-money-wallets-more = 另有 { $count } 个
team-money-restored =
    <b>⚠️ 平台已从备份恢复</b>
    备份时间：{ $at }。请在 /team 检查成员和限额：此后的更改已丢失。未处理的申请、邀请和关联码均已失效。

## team

team-none =
    您目前不在任何团队中。团队共用一个余额，多人下单，各有限额。

    创建团队：<code>/team new 名称</code>
team-several = 您的团队
team-title = 团队 { $name }
team-founded = ✅ 团队 { $name } 已创建，您是所有者。请先点“由团队付款”，再发送 /deposit，充值即归团队。请在团队卡片中邀请成员。
team-role-viewer = 只读成员
team-role-trader = 交易员
team-role-approver = 审批人
team-role-owner = 所有者
team-you-viewer = 您的角色：只读成员。
team-you-trader = 您的角色：交易员。
team-you-approver = 您的角色：审批人。
team-you-owner = 您的角色：所有者。
team-alone = 您是唯一的所有者：您的更改无人复核。
team-member = { $name } · { $role } · 今日 { $used } TRX
team-former = 已离开团队的成员 · 今日 { $used } TRX
team-used = 今日已用和预扣（UTC）：{ $used } TRX
team-limits =
    { $whose ->
        [you] 您的个人限额（团队限额同时适用）
        [member] 个人限额（团队限额同时适用）
       *[team] 团队限额
    }：{ $limits }
team-up-to =
    { $of ->
        [order] 单笔最多 { $sum } TRX
        [day] 每日最多 { $sum } TRX
       *[alone] 免审批最多 { $sum } TRX
    }
team-no-limits = 未设限额
team-no-own-limits = 未设个人限额，适用团队限额。
team-no-orders = 还没有订单
team-only-booked = 免审批订单仅限团队地址簿中的钱包
team-book-refused = ⚠️ 只有团队的审批人和所有者可以修改团队地址簿。未作任何更改。可逐个提议钱包：<code>/book 名称 T…</code>
team-invitation = 邀请：{ $role }，有效期至 { $until }
team-waiting = { $requests } 个申请待处理
team-request-of = { $name }：{ $what }
team-invite-as = 以什么角色邀请？只读成员可查看订单；交易员可在限额内下单；审批人还可批准他人的申请；所有者管理整个团队。
team-invite-link =
    此链接供一人以{ $role }身份加入，有效期至 { $until }：

    { $link }
team-link-code =
    请在一小时内以群管理员身份（非匿名）在群组中发送：

    { $code }
team-linked = ✅ 本群组已关联团队 { $name }：群内订单由团队付款，只有团队成员可以下单。
team-unlinked = 本群组已与团队 { $name } 解除关联：群内订单由各人自行付款。
team-not-linked = 本群组未关联任何团队。
team-link-in-group = 请在要关联的群组中发送。
team-bad-code = ⚠️ 代码无效。团队所有者可通过 /team 获取。
team-not-member = ⚠️ 本群组已关联团队 { $name }，您不是其成员，不能在此下单。您可以在私聊中为自己下单。
team-joined =
    ✅ 您已加入团队 { $name }，角色：{ $role ->
        [viewer] 只读成员
        [trader] 交易员
        [approver] 审批人
       *[owner] 所有者
    }。查看 /team。
team-has-joined =
    { $inviter ->
        [none] { $who }已通过您的邀请，以{ $role }身份加入团队 { $team }。
       *[other] { $who }已通过 { $inviter } 的邀请，以{ $role }身份加入团队 { $team }。
    }
team-has-left = { $role } { $who }已退出团队 { $team }。
team-join-asked = 另一位所有者确认后，您即可使用团队 { $name }。
team-invitation-over = ⚠️ 该邀请已被使用、撤回或过期。请索取新的邀请。
team-is-member = 您已是团队 { $name } 的成员。
team-changed =
    { $name ->
        [none] 客服更改了团队 { $team }：
       *[other] { $name } 更改了团队 { $team }：
    }
team-person = { $name }（Telegram ID { $userId }）
team-only-known = 请仅在认识对方时确认。
team-happens-at =
    { $askedBy ->
        [none] 若其他所有者未作决定，将于 { $at } 自动生效。
       *[other] 除非 { $askedBy } 撤回，否则将于 { $at } 自动生效。
    }
team-wants = { $name } 申请更改团队 { $team }：
team-change-join = { $who }以{ $role }身份加入团队 { $team }，邀请人：{ $inviter }
team-change-role = { $who }：{ $before } → { $after }
team-change-member-limits = { $who }，限额“{ $limit }”：{ $before } → { $after }
team-change-team-limits = 团队限额“{ $limit }”：{ $before } → { $after }
team-change-booked =
    { $isOn ->
        [yes] 免审批订单的钱包：不限 → 仅限团队地址簿
       *[no] 免审批订单的钱包：仅限团队地址簿 → 不限
    }
team-change-traders-see =
    { $isOn ->
        [yes] 交易员：看不到余额 → 可查看余额
       *[no] 交易员：可查看余额 → 看不到余额
    }
team-change-link = 群组“{ $title }”关联到团队
team-change-unlink = 群组“{ $title }”与团队解除关联
team-change-rename = 团队名称：{ $before } → { $after }
team-change-wallet = 团队地址簿：{ $name } → { $wallet }
team-change-wallet-again = 团队地址簿，{ $name }：{ $before } → { $wallet }
team-change-removal = { $who }：{ $before } → 移出团队
team-change-key = { $role } { $who }的密钥：每天（UTC）最多 { $cap } TRX
team-key =
    { $startsWith ->
        [none] 尚未查看的密钥：每天（UTC）最多 { $cap } TRX
       *[other] 密钥 { $startsWith }…：每天（UTC）最多 { $cap } TRX
    }
team-choose-cap = { $name } 的密钥每天（UTC）最多可花多少？密钥的权限不超过 { $name } 本人，且不能提现。
team-key-to-show =
    { $by ->
        [none] 客服为您
       *[other] { $by } 为您
    }创建了团队 { $name } 的密钥：可通过 HTTP 下单，每天（UTC）最多 { $cap } TRX，权限不超过您本人。点按后只显示一次。
team-key-shown = ✅ 您的密钥 { $startsWith } 已启用。它下的订单都算作您的。
team-key-not-shown = ⚠️ 无法确认密钥 { $startsWith } 是否已显示给您，因此已撤销。
team-not-agreed =
    { $by ->
        [none] 客服已拒绝，没有任何更改
       *[other] { $by } 已拒绝，没有任何更改
    }
team-confirmed-by = 确认人：{ $by }
team-confirmed =
    { $by ->
        [none] ✅ 客服已确认
       *[other] ✅ { $by } 已确认
    }
team-lapsed = 无人及时确认，没有任何更改
team-ended = 已无法执行，没有任何更改
team-ended-with = { $name } 已不在团队中，申请已结束
team-done = 已完成
team-asked = 需要另一位所有者确认，申请已发出。
team-waits = 没有其他人可以决定：72 小时后自动生效。已通知所有成员。
team-refused = 您在团队中没有此权限。
team-no-right-order = 只读成员不能下单。
team-no-right-manage = 只有所有者可以执行此操作。
team-refused-order = 超出团队的单笔限额 { $left } TRX。
team-refused-day = 超出团队的每日限额：今天（UTC）还剩 { $left } TRX。
team-refused-key = 超出此密钥的每日限额：今天（UTC）还剩 { $left } TRX。
team-refused-nobody-else = 团队中没有其他人可以批准。请所有者邀请一位审批人，或提高限额。
team-refused-last-owner = 最后一位所有者不能退出，也不能降级。请先让其他人成为所有者。
team-refused-is-member = 此人已经是团队成员。
team-refused-no-member = 此人不是团队成员。
team-refused-others-group = 本群组属于另一个团队。请先在那里解除关联。
team-refused-least-limit = 限额最低为 { $least } TRX。
team-refused-many-keys = 一个团队最多有 { $most } 个密钥。请先撤销一个。
team-refused-full-team = 一个团队最多 { $most } 名成员。
team-refused-full-book = 地址簿已有 { $most } 个名称，不能再添加。
team-refused-many-teams = 每人最多加入 { $most } 个团队。
team-refused-many-invitations = 一个团队最多有 { $most } 个未使用的邀请。请先撤回一个。
team-refused-many-requests = 每人在一个团队中最多有 { $most } 个待处理的申请。请先撤回一个。
team-not-alone = 您不能单独这样做；可以下新订单，请他人审批：
team-left-alone = 免审批还可下单：{ $left } TRX
team-time-over = 72 小时已过
team-over = 已有人处理，或已过期。
team-tap-approved =
    { $name ->
        [none] 客服已批准此申请。
       *[other] { $name } 已批准此申请。
    }
team-tap-declined =
    { $name ->
        [none] 客服已拒绝此申请。
       *[other] { $name } 已拒绝此申请。
    }
team-tap-withdrawn = { $name } 已撤回此申请。
team-tap-lapsed = 无人及时处理，申请已结束。
team-tap-dearer = 现价已高于申请金额，未扣款。申请仍在等待：可待价格回落后批准，或直接拒绝。
team-tap-unpaid = 团队余额目前不足，未扣款。申请仍在等待：所有者可切换为团队付款后用 /deposit 充值。
team-tap-ended = 已无法执行，申请已结束。
team-tap-own = 这是您的申请，须由他人批准。
team-tap-about-you = 此事与您有关，由另一位所有者决定。
team-tap-of-approvers = 只有审批人和所有者可以决定。
team-tap-of-owners = 只有另一位所有者可以决定。
team-tap-declinable = 只有 { $name } 能撤回，您可以拒绝。
team-tap-theirs = 只有 { $name } 能撤回。
team-tap-why = 只有拒绝者可以说明原因，限一次，且在一小时内。
team-ask-remove = 将 { $name } 移出团队？其密钥将失效，未付款的卡片也不能再付款。
team-removal-waits =
    { $others ->
        [none] 对方是所有者：将在 72 小时后生效，并通知所有成员。
       *[some] 对方是所有者：须由另一位所有者确认，否则 72 小时后自动生效，并通知所有成员。
    }
team-ask-leave = 退出团队 { $name }？
team-ask-unlink = 解除关联“{ $title }”？此后群内订单由各人自行付款，群内未付款的卡片也会失效。
team-choose-limit = 请选择限额（TRX），其他金额请点“…”。超过成员限额需要申请；超过团队限额任何人都不能下单；超过“免审批”的金额须由他人批准。
team-limit-of-order = 单笔
team-limit-of-day = 每日（UTC）
team-limit-of-alone = 免审批
team-limit-of-key = 密钥每日（UTC）
team-ask-sum =
    { $name ->
        [none] 团队限额“{ $limit }”：请回复此消息，写上金额（TRX）。
       *[other] { $name }，限额“{ $limit }”：请回复此消息，写上金额（TRX）。
    }
team-which-sum =
    { $said ->
        [none] 是 { $readings } TRX？请回复此消息，写上其中一个。
       *[other] “{ $said }”是 { $readings } TRX？请回复此消息，写上其中一个。
    }
team-limit-button-order = 单笔 { $sum }
team-limit-button-day = 每日 { $sum }
team-limit-button-alone = 免审批 { $sum }
team-pays-from =
    { $name ->
        [none] 私聊下单由您自己的账户付款。
       *[other] 私聊下单由团队 { $name } 付款。
    }
team-card-over-left =
    { $where ->
        [group] 发起人已不在团队 { $name } 中，此卡片已失效，{ nothing-charged }
       *[private] 您已不在团队 { $name } 中，此卡片已失效，{ nothing-charged }
    }
team-card-over-rights =
    { $where ->
        [group] 发起人在团队 { $name } 中的权限已变更，此卡片已失效，{ nothing-charged }
       *[private] 您在团队 { $name } 中的权限已变更，此卡片已失效，{ nothing-charged }
    }
team-card-over-linked = 本群组已关联团队 { $name }，此卡片已失效，{ nothing-charged }
team-card-over-unlinked = 本群组已与团队 { $name } 解除关联，此卡片已失效，{ nothing-charged }
team-lost = 您已无权查看团队 { $name } 的余额，私聊下单改由您自己的账户付款。
team-paid-from =
    { $name ->
        [none] 由您自己的账户付款
       *[other] 由团队 { $name } 付款
    }
team-request = { $name } 为团队 { $team } 申请下单
team-request-terms = { rental }，最多 { $most } TRX
team-request-books = 原租期结束时开始：{ $at }
team-request-until =
    { $names ->
        [none] 目前无人可以批准。等待至 { $at }。
       *[other] 等待至 { $at }，审批人：{ $names }。
    }
team-request-approved = ✅ { $by } 已批准
team-request-declined = { $by } 已拒绝，未扣款
team-request-withdrawn = 申请已撤回，未扣款
team-request-lapsed = 无人及时批准，未扣款
team-request-ended = { $name } 已不能为团队下单，申请已结束，未扣款
team-answered = <b>🔔 您为团队 { $team } 提交的下单申请</b>
team-answered-in-group = <b>🔔 { $asker }，您为团队 { $team } 提交的下单申请</b>
team-because = 原因：{ $reason }
team-why-order = 超过该成员的单笔限额
team-why-day = 超过该成员的每日限额
team-why-alone = 超过免审批限额
team-why-price = 高于平台价
team-why-wallet = 钱包不在团队地址簿中
team-why-own-wallet = 该钱包由该成员在 24 小时内加入团队地址簿
team-strange-wallet = ⚠️ { $wallet } 不在团队地址簿中
team-new-wallet = ⚠️ { $wallet } 是新加入团队地址簿的：{ $by }，{ $at }
team-none-in-book = ⚠️ 这些钱包都不在团队地址簿中
team-approve = 批准 { $most } TRX
team-agree = 确认
team-decline = 拒绝
team-take-back = 撤回
team-taken-back = 已撤回：未作更改
team-decides-no-more = 您已无权处理此团队的申请。
team-say-why = 说明原因
team-ask-why = 为何拒绝？请在一小时内回复此消息：能看到该申请的人都会看到原因。
team-ask-name = 请回复此消息，写上团队的新名称。
team-bad-name = 团队名称为 1 至 64 个字符。
team-proposed = 已提议将 { $name } 加入团队地址簿，由审批人或所有者决定。若团队仅限地址簿，提议者在 24 小时内给该钱包下单仍须他人批准。
team-traders-see = 交易员可查看余额
team-buttons-members = 成员
team-buttons-invite = 邀请…
team-buttons-limits = 限额…
team-buttons-other = 其他…
team-buttons-link = 关联群组…
team-buttons-leave = 退出…
team-buttons-remove = 移除…
team-buttons-remove-now = 确认移除
team-buttons-leave-now = 确认退出
team-buttons-unlink-now = 确认解除
team-buttons-back = 返回
team-buttons-mine = 由我的账户付款
team-buttons-pay-from = 由团队 { $name } 付款
team-buttons-switch-to-mine = 改用我的账户
team-buttons-switch-to = 改用团队 { $name }
team-buttons-other-account = 切换账户…
team-buttons-new-key = 新密钥…
team-buttons-revoke-key =
    { $startsWith ->
        [none] 撤销未查看的密钥：{ $cap } TRX
       *[other] 撤销 { $startsWith }…
    }
team-buttons-show-key = 显示我的密钥
team-buttons-no-limit = 不限
team-buttons-rename = 重命名…
team-buttons-unlink = 解除关联“{ $title }”
team-buttons-shown =
    { $isOn ->
        [yes] 对交易员隐藏余额
       *[no] 向交易员显示余额
    }
team-buttons-uninvite = 撤回邀请：{ $role }
team-buttons-booked =
    { $isOn ->
        [yes] 允许任何钱包
       *[no] 仅限地址簿
    }

## team log and report

team-log-title = 团队 { $name } 的日志
team-log-desk = 平台
team-log-line = { $at } · { $who } · { $what }
team-log-confirmed = 由 { $name } 确认
team-log-in-group = 在群组中
team-log-by-key = 通过 API 密钥
team-log-file = 日志文件，最新的在前，时间为 UTC。
team-log-file-older = 还有更早的记录，在下一个文件中。
team-log-left = 退出团队
team-log-uninvited = 撤回邀请
team-log-not-withdrawn = 取消提现
team-log-of-another =
    { $act ->
        [approved] 批准 { $name } 的申请
        [declined] 拒绝 { $name } 的申请
        [ended] { $name } 的申请已无法执行
        [lapsed] { $name } 的申请逾期无人处理
        [cancelled] 取消 { $name } 的订单
       *[changed] 修改 { $name } 的订单
    }
team-log-said = { $act }：{ $what }
team-log-order =
    { $most ->
        [none] { rental }
       *[other] { rental }，最多 { $most } TRX
    }
team-log-withdrawal = { $amount } TRX → { $address }
team-act-founded = 创建团队
team-act-invited = 发出邀请
team-act-joined = 加入
team-act-removed = 移除成员
team-act-role = 更改角色
team-act-memberLimits = 更改限额
team-act-teamLimits = 更改限额
team-act-rules = 更改规则
team-act-linkCode = 生成群组代码
team-act-linked = 关联群组
team-act-unlinked = 解除群组关联
team-act-renamed = 重命名
team-act-key = 创建 API 密钥
team-act-keyRevoked = 撤销 API 密钥
team-act-asked = 申请
team-act-approved = 批准
team-act-declined = 拒绝
team-act-withdrawn = 撤回申请
team-act-lapsed = 逾期无人处理
team-act-ended = 已无法执行
team-act-named = 钱包加入地址簿
team-act-unnamed = 钱包移出地址簿
team-act-cancelled = 取消
team-act-changed = 修改他人的订单
team-act-withdrawal = 提现
team-act-restored = 平台已从备份恢复
team-report-title =
    { $days ->
        [1] 团队 { $name } 今日（UTC）
       *[other] 团队 { $name } 近 { $days } 天（UTC）
    }
team-report-nothing = 这段时间没有向团队交付任何资源。
team-report-total = 花费
team-report-line = { $what } · { $spent } TRX · { $orders }
team-report-times = 首次交付用时：半数在 { $median }内，最慢 { $slowest }
team-report-by-day = 按日
team-report-by-member = 按成员
team-report-more = 另有 { $count } 项，见文件
team-report-file = 按日和成员的报表，日期为 UTC。
team-buttons-report = 报表
team-buttons-log = 日志
team-buttons-csv = CSV
team-buttons-csv-older = 更早的 CSV

## teamAsk

team-ask-asks = ⚠️ { $why }，须由他人批准（{ $names }）
team-ask-order = 超出您的单笔限额 { $limit } TRX
team-ask-day = 超出您的每日限额 { $limit } TRX
team-ask-alone = 超出免审批限额 { $limit } TRX
team-ask-own-wallet = 该钱包由您在 24 小时内加入团队地址簿
team-ask-more = 及另外 { $count } 人
team-ask-button = 申请批准 { $total } TRX
team-ask-again = ⚠️ 请确认：申请批准 { $total } TRX？
team-ask-no-limit = 超出团队限额
team-ask-no-nobody = 没有其他人可以批准
