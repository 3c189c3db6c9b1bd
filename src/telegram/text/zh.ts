/**
 * Chinese in simplified letters: what English has, in the same order, and as long. Numbers are written as everywhere in the
 * product, 65,000 and 3.9, with a space between them and Chinese. Punctuation is of full width.
 */
import { DURATIONS, type Duration, oneDayDurations } from "../../domain/duration.js";
import { formatInteger, formatTrx } from "../../domain/money.js";
import { MAX_AMOUNT } from "../../domain/order-request.js";
import type { Delegating, Power } from "../../domain/permission.js";
import type { Cost } from "../../domain/price.js";
import { MAX_RECEIVERS } from "../../domain/receivers.js";
import { MIN_AMOUNT, type PerResource, RESOURCES, type Resource } from "../../domain/resource.js";
import { USDT_NEW_ENERGY } from "../../domain/usdt.js";
import { MAX_NAMES } from "../../domain/wallet-name.js";
import { blocks, bold, code, join, type Part, rich, whatFits } from "../transport/format.js";
import type { DepthText, HeldFacts, NoticeFacts, OrderedFacts, Rental, SizeFacts } from "./en.js";
import type { Messages } from "./messages.js";

// Words of several sections

const wallets = (count: number) => `${formatInteger(count)} 个钱包`;

const resources: Record<Resource, string> = { energy: "能量", bandwidth: "带宽" };

const units = (amount: number, resource: Resource) =>
  `${formatInteger(amount)} ${resources[resource]}`;

const TIME_UNITS: Record<"m" | "h" | "d", string> = { m: "分钟", h: "小时", d: "天" };

/** "3 小时". */
const durationTitle = (duration: Duration): string =>
  `${Number.parseInt(duration, 10)} ${TIME_UNITS[duration.at(-1) as "m" | "h" | "d"]}`;

const rented = ({ amount, resource, bandwidth }: Rental) =>
  units(amount, resource) + (bandwidth === undefined ? "" : ` + ${units(bandwidth, "bandwidth")}`);

const rental = (what: Rental) => {
  const { duration, receivers, isSum } = what;
  const each = isSum ? `${wallets(receivers)}共 ` : receivers > 1 ? `${receivers} × ` : "";
  return `${each}${rented(what)}，${durationTitle(duration)}`;
};

/** Behind what several get. */
const forAll = (receivers: number) => (receivers > 1 ? `，共 ${wallets(receivers)}` : "");

/** The same as a sentence says it. */
const rentalFor = (what: Rental) => {
  const { duration, receivers, isSum } = what;
  return receivers > 1
    ? `${wallets(receivers)}${isSum ? "共" : "各"} ${rented(what)}，${durationTitle(duration)}`
    : `${rented(what)}，${durationTitle(duration)}`;
};

const NOTHING_CHARGED = "未扣款。";

const SUCH_AS = "数字，例如 65000 或 65k。";

const WHOLE_SUN = "整数 SUN，例如 55。";

const ETHEREUM = "以太坊格式的地址，TRON 地址以 T 开头";

const DROPPED = `已取消下单，${NOTHING_CHARGED}请发送 /buy 重新下单。`;

function deliverable(
  free: number,
  resource: Resource,
  receivers: number,
  isLocked: boolean,
): string {
  const all = receivers > 1 ? "总共" : "";
  if (isLocked) {
    return free > 0
      ? `目前按此租期${all}只能锁定 ${units(free, resource)}。`
      : `目前无法按此租期锁定${resources[resource]}。`;
  }
  if (free === 0) return `目前没有可租的${resources[resource]}。`;
  return `目前${all}只能提供 ${units(free, resource)}。`;
}

// The menu and the money of an account

const topUp: Messages["topUp"] = ({ takesDeposits, contact, customerId: id }) =>
  takesDeposits
    ? "充值：/deposit"
    : rich`充值请联系${contact === undefined ? "客服" : ` ${contact}`}，并提供客户 ID：${code(id)}`;

const account = {
  notUnderstood: (said) => (said === undefined ? "我没看懂。" : `我没看懂“${said}”。`),
  unknownNames: (names) => `您的 /book 中没有名为 ${names.join("、")} 的钱包。`,
  menu: (gift) =>
    join([
      bold("Energy Desk"),
      gift ? `已赠送您 ${gift} TRX 试用金。` : "秒租 TRON 能量和带宽。",
      "点击“购买能量”，或粘贴钱包地址。",
    ]),
  balance: (available, forOrders, forWithdrawals) =>
    join([
      bold(`余额 ${available} TRX`),
      forOrders && `订单预扣：${forOrders} TRX`,
      forWithdrawals && `提现预扣：${forWithdrawals} TRX`,
    ]),
  topUp,
  credited: (amount, available) =>
    join([bold(`已入账 +${amount} TRX`), `当前余额 ${available} TRX，发送 /buy 购买。`]),
} satisfies Partial<Messages>;

// Deposits

const deposit: Messages["deposit"] = {
  card: ({ network, address, minimumTrx, usdt }) =>
    blocks(
      [bold(`您的充值地址，仅限 ${network} 网络（TRC20）`), address],
      [
        `TRX：最低 ${minimumTrx} TRX`,
        usdt
          ? `USDT：最低 ${usdt.minimum} USDT。${usdt.rate ? `当前 1 USDT = ${usdt.rate} TRX，以转账上链时的汇率为准。` : "当前暂无汇率，转入后将按下一次公布的汇率入账。"}`
          : "USDT：暂不支持",
      ],
      [
        "转账上链并最终确认后入账，约需 1 分钟。此地址为您专用，可重复使用。",
        "⚠️ 其他代币，或通过其他网络转入的资产，均不会入账。",
      ],
    ),
  off: "本平台不支持自动充值。",
  copy: "复制地址",
  seen: (amount) => join([bold(`🔔 充值确认中：${amount}`), "转账已上链，约 1 分钟后入账。"]),
  credited: ({ amount, creditedTrx, rate, available }) =>
    join([
      bold(`🔔 充值已入账：+${creditedTrx} TRX`),
      rate ? `${amount}，汇率 ${rate} TRX` : undefined,
      `当前余额 ${available} TRX，发送 /buy 购买。`,
    ]),
  atRetired: (amount) =>
    join([
      bold(`🔔 转入了旧地址：${amount}`),
      "该地址已停用，是否入账由客服人工决定。请只向 /deposit 显示的地址充值。",
    ]),
  addressRetired: (address) =>
    join([
      bold("⚠️ 请勿再使用旧的充值地址"),
      address,
      "转入该地址的资产可能丢失。请删除所有已保存的旧地址，新地址请发送 /deposit 查看。",
    ]),
  review: (amount) =>
    join([bold(`🔔 核验中：${amount}`), "转账已收到，核验后入账，届时会通知您。"]),
  tiny: (amount) => `🔔 未入账：${amount} 远低于最低充值额。今天的同类转账仅列入记录，不再通知。`,
  waitsForRate: (amount) =>
    join([bold(`🔔 等待汇率：${amount}`), "转账已收到。新的 USDT 汇率公布后立即按该汇率入账。"]),
  refused: ({ amount, contact, customerId }) =>
    join([
      bold(`🔔 未入账：${amount}`),
      "客服已核验这笔转账，未予入账。",
      rich`请联系${contact === undefined ? "客服" : ` ${contact}`}，并提供客户 ID：${code(customerId)}`,
    ]),
  uncredited: ({ amount, minimum, asset, contact, customerId }) =>
    join([
      bold(`🔔 未入账：${amount}`),
      minimum
        ? `转账已收到，但低于最低充值额 ${minimum}。`
        : `转账已收到，但暂不支持 ${asset} 充值。`,
      rich`请联系${contact === undefined ? "客服" : ` ${contact}`}，并提供客户 ID：${code(customerId)}`,
    ]),
};

// Labels of buttons; the types of an order begin as they are called in a line

const presetUses = {
  usdt: (times: number) => ` · ${times} 笔 USDT 转账`,
  usdtNew: (times: number) => ` · ${times} 笔，对方无 USDT`,
};

const buttons: Messages["buttons"] = {
  buyEnergy: "购买能量",
  buyBandwidth: "购买带宽",
  orders: "订单",
  balance: "余额",
  deposit: "充值",
  withdraw: "提现",
  help: "帮助",
  back: "返回",
  cancel: "取消",
  other: "手动输入",
  type: { Fast: "Fast 即时", Manual: "Manual 挂单" },
  resource: resources,
  duration: durationTitle,
  next: (count) => `继续：${wallets(count)}`,
  inOrder: (amounts, isMore) => `依次：${amounts.join(" · ")}${isMore ? " …" : ""}`,
  preset: (amount, use, times) => formatInteger(amount) + (use ? presetUses[use](times) : ""),
  field: (value) => `✏️ ${value}`,
  change: "✏️ 修改",
  receiversField: (count, first) => (count === 1 && first ? `钱包 ${first}` : `${count} 个钱包`),
  pay: (total) => `支付 ${total} TRX`,
  takeOffers: (priceSun, total, isMost) =>
    `${priceSun} SUN 成交：${isMost ? "最多 " : ""}${total} TRX`,
  payAgain: (total) => `确认支付 ${total} TRX`,
  nameYourPrice: "挂单出价",
  ask: (contact) => `联系 ${contact}`,
  checkAgain: "重新检查余额",
  backToOrder: "返回报价",
  newQuote: "重新报价",
  buy: "购买",
  take: (amount) => `租用 ${formatInteger(amount)}`,
  addBandwidth: "+ 带宽",
  dropBandwidth: "不要带宽",
  takeAffordable: (amount) => `租用 ${formatInteger(amount)}（余额最多可付）`,
  tryAgain: "再试一次",
  retry: "重试",
  privateChat: "打开私聊",
  repeat: "再来一单",
  rentMissing: (amount) => `再租 ${formatInteger(amount)}`,
  refresh: "刷新",
  copyOrderIds: (first, last, of) => {
    if (of === 1) return "复制订单 ID";
    if (first === 1 && last === of) return "复制全部订单 ID";
    return first === last ? `复制 ID ${first}` : `复制 ID ${first}–${last}`;
  },
  copyReceiver: "复制钱包地址",
  order: ({ amount, resource, receivers, isSum }, receiver) =>
    isSum
      ? `${wallets(receivers)}共 ${units(amount, resource)}`
      : `${units(amount, resource)} → ${receivers > 1 ? wallets(receivers) : receiver}`,
  older: "更早",
  newest: "最新",
};

// What each command does, as its menu says it

const commands: Messages["commands"] = {
  start: "菜单",
  buy: "购买：分步或一行下单",
  quote: "只查价，不下单",
  again: "再来一单：上一单，或按 ID 指定",
  orders: "我的订单",
  order: "按 ID 查看订单",
  balance: "我的余额",
  deposit: "充值 TRX 或 USDT",
  withdraw: "把 TRX 提到自己的钱包",
  stats: "近 30 天支出图表",
  history: "账户明细（CSV 文件）",
  settings: "通知、支付确认和语言",
  book: "地址簿：给钱包起名",
  usdt: "USDT 转账需要多少能量",
  sell: "出售您的能量和带宽",
  key: "我的 API 密钥",
  cancel: "取消当前下单",
  help: "使用说明",
};

// The questions of an order, what was typed in answer, and a closed card

const leastAmounts = RESOURCES.map(
  (one) => `${resources[one]}最少 ${formatInteger(MIN_AMOUNT[one])}`,
).join("，");

const badReasons = {
  checksum: "地址有误，校验和不符",
  "not activated": "未激活，请先转入少量 TRX",
  contract: "是合约地址，只有钱包可以接收",
  refused: "是平台地址或无主地址，请填写您自己的钱包",
  duplicate: "重复，只算一次",
  "no address": "不是地址",
  "no such name": "地址簿中没有此名称，请查看 /book",
  ethereum: ETHEREUM,
  hex: "是十六进制地址，请改用以 T 开头的写法",
  "no amount": "数量不明确，请写 65000 或 65k",
  "too little": `数量太少，${leastAmounts}`,
  "too much": `数量太多，最多 ${formatInteger(MAX_AMOUNT)}`,
};

const listed = (words: readonly string[]) => words.join("、");

const anyOf = (words: readonly string[]) => words.join(" 或 ");

/** "1 小时或 3 小时". */
const durationsOf = (words: readonly string[]) => words.map(durationWord).join("或");

function durationWord(word: string): string {
  const duration = DURATIONS.find((one) => one === word);
  return duration ? durationTitle(duration) : word;
}

const whichOf = (words: readonly string[]) => `${words.join(" 还是 ")}？`;

const asked = (isGroup: boolean) => (isGroup ? "请回复下方提问，输入" : "请输入");

const wizard: Messages["wizard"] = {
  title: (resource) => (resource ? `购买${resources[resource]}` : "新订单"),
  question: {
    type: () =>
      "选择下单方式：\n即时单（Fast）按平台价立即到账；挂单（Manual）按您的出价等待成交。",
    resource: () => "要租什么？\n转 USDT、调用合约用能量，转 TRX 用带宽。",
    receivers: ({ isGroup, hasWallets }) =>
      join([
        "哪些钱包接收？",
        isGroup
          ? `请回复下方提问，发送最多 ${MAX_RECEIVERS} 个地址，或一个 CSV/TXT 文件。`
          : `粘贴最多 ${MAX_RECEIVERS} 个地址，或发送 CSV/TXT 文件。`,
        hasWallets ? "也可以选择最近用过的钱包。" : undefined,
      ]),
    amount: ({ resource, receivers, isGroup, awaitsText, others, replacesAll }) =>
      join([
        `${others > 0 ? `其余 ${wallets(others)}${others > 1 ? "每个" : ""}` : receivers > 1 ? "每个钱包" : ""}需要多少${resources[resource]}？`,
        replacesAll ? "将替换所有钱包的数量。" : undefined,
        awaitsText ? `${asked(isGroup)}${SUCH_AS}` : undefined,
        `最少 ${formatInteger(MIN_AMOUNT[resource])}。`,
      ]),
    duration: () => `租多久？\n${DAY_DURATIONS}同价。`,
    price: ({ resource, isGroup, awaitsText }) =>
      join([
        `您出价多少？（SUN/单位${resources[resource]}）`,
        awaitsText ? `${asked(isGroup)}${WHOLE_SUN}` : undefined,
      ]),
    options: ({ isGroup, awaitsText }) =>
      join([
        "是否接受多个卖家分批交付？",
        awaitsText
          ? `${asked(isGroup)}每批的最小数量，例如 20000 或 20k。`
          : "选“整单成交”则需等到有一个卖家能提供全部数量。",
      ]),
  },
  walletsNow: (count) => `现在共 ${wallets(count)}`,
  taken: (count) => `✅ 已添加 ${wallets(count)}`,
  ownAmounts: (count, total) =>
    `${wallets(count)}已单独指定数量${count > 1 ? "，共" : "："}${count > 1 ? " " : ""}${formatInteger(total)}`,
  refused: (address, reason) => rich`❌\u00a0${code(address)}：${badReasons[reason]}`,
  moreRefused: (count) => `❌ 另有 ${formatInteger(count)} 个无法使用`,
  beyondLimit: (count) =>
    `⚠️ 每次最多 ${MAX_RECEIVERS} 个，其余 ${formatInteger(count)} 个留到付款后继续。`,
  lowEnergy: (least) => `⚠️ 能量少于 ${formatInteger(least)} 时，转 USDT 仍会燃烧 TRX。`,
  lineProblem: {
    UNKNOWN_WORD: (word) => `❌ 无法识别“${word}”，写法示例：65k energy 1h T…`,
    TWO_AMOUNTS: (word, hint) => `❌ “${word}”：数量不止一个（${listed(hint)}）`,
    TWO_DURATIONS: (word, hint) => `❌ “${word}”：时长不止一个（${listed(hint)}）`,
    TWO_RESOURCES: (word, hint) => `❌ “${word}”：资源不止一种（${listed(hint)}）`,
    AMOUNT_NOT_UNDERSTOOD: (word) => `❌ “${word}”：不是数量，请写 65000 或 65k`,
    AMOUNT_AMBIGUOUS: (word, hint) => `❌ “${word}”：${whichOf(hint)}`,
    AMOUNT_TOO_SMALL: (word, hint) => `❌ “${word}”：太少，最少 ${hint[0]}`,
    AMOUNT_TOO_LARGE: (word, hint) => `❌ “${word}”：太多，最多 ${hint[0]}`,
    MILLIONS: (word, hint) => `${word} = ${hint[0]}`,
    DURATION_NOT_OFFERED: (word, hint) => `❌ 没有“${word}”这个时长，可选 ${durationsOf(hint)}。`,
    DURATION_NEEDS_UNIT: (word, hint) => `❌ “${word}”：缺少单位，请写 ${anyOf(hint)}`,
    TWO_TYPES: (word, hint) => `❌ “${word}”：${whichOf(hint)}`,
    NOT_WITH_FAST: (word) => `❌ “${word}”：仅适用于挂单（Manual）`,
    TWO_PRICES: (word, hint) => `❌ “${word}”：价格不止一个（${listed(hint)}）`,
    PRICE_NOT_UNDERSTOOD: (word, hint) => `❌ “${word}”：不是价格，请写 ${hint[0]}`,
    PRICE_NOT_WHOLE: (word, hint) => `❌ “${word}”：SUN 只能是整数：${whichOf(hint)}`,
    PRICE_TOO_HIGH: (word, hint) => `❌ “${word}”：太高，最高 ${hint[0]} SUN`,
    PARTIAL_OR_WHOLE: (word, hint) => `❌ “${word}”：${whichOf(hint)}`,
    TWO_CHUNKS: (word, hint) => `❌ “${word}”：每批最小数量不止一个（${listed(hint)}）`,
    CHUNK_NOT_UNDERSTOOD: (word, hint) => `❌ “${word}”：不是每批数量，请写 ${hint[0]}`,
    CHUNK_AMBIGUOUS: (word, hint) => `❌ “${word}”：${whichOf(hint)}`,
    CHUNK_TOO_SMALL: (word, hint) => `❌ “${word}”：每批最少 ${hint[0]}`,
    CHUNK_TOO_LARGE: (word, hint) => `❌ “${word}”：超过订单总量 ${hint[0]}`,
    WHOSE_AMOUNTS: (word) =>
      `❓ “${word}”：分别给哪个钱包？请为全部钱包输入同一数量，或每行发送一个钱包及其数量。`,
    COLUMN_NOT_READ: (word, [title]) =>
      `❓ “${word}”是数量吗？请为全部钱包输入同一数量，或${title ? `将该列标题改为“${title}”，` : ""}把数量写成 65000 后重新发送。`,
    NOT_TWO_WALLETS: () => "❌ 需要两个钱包：先付款方，后收款方",
  },
  moreProblems: "❌ 还有其他无法识别的内容",
};

const closed: Messages["closed"] = {
  dropped: DROPPED,
  replaced: "此卡片已被新卡片取代，这里未扣款。",
  paid: "已付款，进度见订单卡片。",
  replacedUnanswered: "↓ 已换成新卡片",
  continued: "↓ 请看下方",
  closed: "此卡片已关闭，请发送 /buy 重新下单。",
};

// The price, and why it is what it is

/** "15 分钟至 1 天": what is charged as a day. */
const DAY_DURATIONS = [oneDayDurations().at(0), oneDayDurations().at(-1)]
  .map((duration = "1d") => durationTitle(duration))
  .join("至 ");

/** Of several days it is the sum of all. */
const burnt = (burn: string, days: number) =>
  days > 1 ? `如每天燃烧 TRX，${days} 天共需 ${burn} TRX` : `不租则需燃烧 ${burn} TRX`;

function explanation({ resource, units: each, priceSun, ...cost }: Cost): string {
  const { days, isPartOfDay, receivers, totalSun } = cost;
  const factors = [
    units(each, resource),
    `${formatInteger(priceSun)} SUN`,
    `${days} 天${isPartOfDay ? "（不足 1 天按 1 天计）" : ""}`,
    ...(receivers > 1 ? [wallets(receivers)] : []),
  ];
  // A bracket of full width brings its own gap.
  return `${factors.join(" × ")} = ${formatTrx(totalSun)} TRX`.replaceAll("） ", "）");
}

const confirm: Messages["confirm"] = {
  explanation,
  locked: "🔒 仅接受链上全程锁定",
  capacityShort: (...free) => `⚠️ ${deliverable(...free)}`,
  title: (total, what) => bold(`${total} TRX：${rental(what)}`),
  titleAtMost: (total, now, what) =>
    bold(
      now === undefined
        ? `最多 ${total} TRX：${rental(what)}`
        : `最多 ${total} TRX，目前约 ${now} TRX：${rental(what)}`,
    ),
  quoteTitle: (total, what) => bold(`报价 ${total} TRX：${rental(what)}`),
  noPriceTitle: (what) => bold(rental(what)),
  asking: "⏳ 正在询价…",
  perReceiver: (each, total) => `每个钱包 ${each} TRX，共 ${total} TRX`,
  balance: (before, after) => `余额 ${before} → ${after} TRX`,
  short: (before, missing) => `⚠️ 余额 ${before} TRX，还差 ${missing} TRX`,
  shortInGroup: "⚠️ 余额不足，详情见私聊。",
  ends: (at) => rich`预计到期：${at}`,
  extension: (from, to, minutes) =>
    minutes > 0
      ? rich`租期 ${from} 至 ${to}；与现有租用重叠 ${formatInteger(minutes)} 分钟（重叠部分重复计费）`
      : rich`租期 ${from} 至 ${to}；现有租用会先到期`,
  burn: (burn, saved, days) => `${burnt(burn, days)}，租用可省 ${saved} TRX`,
  burnCheaper: (burn, more, days) =>
    `⚠️ 目前直接燃烧更便宜：${days > 1 ? `${days} 天共需` : "只需"} ${burn} TRX，少花 ${more} TRX`,
  burnUnknown: "目前无法得知燃烧 TRX 的费用",
  receivers: (count) => (count === 1 ? "接收钱包：" : `接收钱包（${count} 个）：`),
  payer: (name) => `付款人：${name}`,
  heldUntil: (at) => rich`报价有效至 ${at}`,
  lapsed: "⚠️ 报价已过期，请点击“重新报价”。",
  offers: (cost, saved) => `按现有卖单可立即全部成交：${cost} TRX，省 ${saved} TRX`,
  offersGone: "⚠️ 更低价的卖单已不在，未扣款。以下是当前价格。",
  asksAgain: (total) => `⚠️ 请确认：支付 ${total} TRX？`,
};

// Why there is no Pay: a button in its place that takes no tap

const noPay: Messages["noPay"] = {
  asking: "正在询价…",
  lapsed: "报价已过期",
  asksAgain: "请在上方确认",
  changes: "请点击要修改的项目",
  balance: (missing) => (missing === undefined ? "余额不足" : `还差 ${missing} TRX`),
  capacity: (free, resource) =>
    free > 0 ? `目前只有 ${units(free, resource)}` : `目前没有可租的${resources[resource]}`,
  wallets: "有钱包无法接收",
  floor: "出价低于最低价",
  offers: "目前没有更低价的卖单",
  other: "现在无法付款",
};

// What went wrong, and what to do next

const unreadable = () => `无法识别该内容，${NOTHING_CHARGED}请发送 /buy 重新开始。`;

const lapsed = () => `报价已过期，${NOTHING_CHARGED}请点击“重新报价”。`;

const badWallets = ({ wallets: lines }: NoticeFacts) =>
  join(["以下钱包无法接收：", ...lines, `请更换。${NOTHING_CHARGED}`]);

function noCapacity({
  availableUnits = 0,
  takeUnits,
  resource,
  receivers,
  requireLock,
}: NoticeFacts) {
  const each = receivers > 1 ? "每个钱包" : "";
  return join([
    `${deliverable(availableUnits, resource, receivers, requireLock)}${NOTHING_CHARGED}`,
    takeUnits === undefined
      ? "请减少数量，或几分钟后再试。"
      : `${each}可租用 ${formatInteger(takeUnits)}，或几分钟后再试。`,
  ]);
}

/** What was typed, as the subject of a sentence. */
const that = (said: string | undefined) => (said === undefined ? "该内容" : `“${said}”`);

const twoReadings: Messages["twoReadings"] = (said, readings) =>
  `${that(said)}是 ${readings.join(" 还是 ")} TRX？请点击或输入其中一个。`;

/** What was typed with what is wrong with it; nothing for a button. */
const quoted = (said: string | undefined, what: string) =>
  said === undefined ? "" : `“${said}”${what}。`;

const notices: Messages["notices"] = {
  MALFORMED_JSON: unreadable,
  METHOD_NOT_ALLOWED: unreadable,
  UNSUPPORTED_MEDIA_TYPE: unreadable,
  HEADERS_TOO_LARGE: unreadable,
  VALIDATION_FAILED: ({ problems }) =>
    join(["无法按此下单。", ...problems, `${NOTHING_CHARGED}请修改后再试。`]),
  UNAUTHORIZED: () => "您还没有账户，请在私聊中向机器人发送 /start。",
  INSUFFICIENT_BALANCE: ({ isGroup, missing, ...whose }) =>
    isGroup
      ? "余额不足，详情见私聊。"
      : join([
          `余额不足，${NOTHING_CHARGED}`,
          missing ? `需要 ${missing.required} TRX，还差 ${missing.amount} TRX` : undefined,
          topUp(whose),
        ]),
  FORBIDDEN: () => `您没有权限，${NOTHING_CHARGED}请联系平台客服。`,
  NOT_FOUND: () => "该内容已不存在，请发送 /buy 重新开始。",
  ORDER_NOT_FOUND: ({ isGroup }) =>
    isGroup
      ? "您没有这个 ID 的订单。您的订单请在私聊中发送 /orders 查看；别人的订单只有本人能打开。"
      : "您没有这个 ID 的订单，请发送 /orders 查看全部订单。",
  NO_CAPACITY: noCapacity,
  NOT_CANCELABLE: () => "已全部到账，没有可取消的部分。",
  NOT_CHANGEABLE: () => "订单已不在挂单中，无法修改。",
  REFERENCE_USED: () => "您的另一笔订单已使用此编号。",
  QUOTE_EXPIRED: lapsed,
  QUOTE_MISMATCH: lapsed,
  IDEMPOTENCY_IN_PROGRESS: () => "订单正在提交，请稍后查看 /orders。",
  IDEMPOTENCY_KEY_REUSED: () => "此卡片已下过单，请查看 /orders。",
  TOO_MANY_OPEN: () => "您已有 20 笔提现未完成。请取消其中一笔，或等待到账后再试。",
  BODY_TOO_LARGE: () => "一次发送的地址太多，请分批发送。",
  RECEIVER_NOT_ACTIVATED: badWallets,
  RECEIVER_IS_CONTRACT: badWallets,
  RECEIVER_REFUSED: badWallets,
  CHALLENGE_EXPIRED: () => "待签名的文本已过期，请通过 API 重新获取。",
  SIGNATURE_INVALID: () => "签名与账户的密钥不符，请原样签名该文本。",
  PERMISSION_MISSING: () => "账户未授权平台代理资源，设置方法见 API 文档。",
  RATE_LIMITED: ({ limit }) =>
    limit
      ? `您当日未完成、已取消和已到期的订单合计最多 ${limit} 笔，${NOTHING_CHARGED}请等待部分订单到账，或明天（UTC）再试。`
      : `操作太频繁，${NOTHING_CHARGED}请稍后再试。`,
  INTERNAL: () => "出错了。请先查看 /orders，然后再试。",
  CHAIN_UNAVAILABLE: () => "平台暂时无法检查钱包，未扣款，请再试。",
  BUSY: () => `许多订单正在等待网络，${NOTHING_CHARGED}请一分钟后再试。`,
  DESK_HALTED: () => `暂停接受新订单，进行中的订单不受影响。${NOTHING_CHARGED}请稍后再试。`,
  SHUTTING_DOWN: () => `平台正在重启，${NOTHING_CHARGED}请稍后再试。`,
  AMOUNT_TOO_SMALL: ({ said, limit }) => `${quoted(said, "太少")}每个钱包最少 ${limit}。`,
  AMOUNT_TOO_LARGE: ({ said, limit }) => `${quoted(said, "太多")}每个钱包最多 ${limit}。`,
  AMOUNT_AMBIGUOUS: ({ said, readings }) => `${that(said)}是 ${whichOf(readings)}请输入${SUCH_AS}`,
  AMOUNT_NOT_UNDERSTOOD: ({ said }) =>
    `看不懂${said === undefined ? "该数量" : `数量“${said}”`}，请输入${SUCH_AS}`,
  DURATION_NOT_OFFERED: ({ said, readings }) =>
    readings.length > 0
      ? `没有${said === undefined ? "此时长" : `“${said}”这个时长`}，可选 ${durationsOf(readings)}。`
      : `看不懂${said === undefined ? "该时长" : `时长“${said}”`}，请点击选择，或输入 1h、3d 这样的时长。`,
  NO_ADDRESS: ({ said }) => `${that(said)}中没有 TRON 地址。TRON 地址以 T 开头。`,
  PRICE_BELOW_FLOOR: ({ price }) =>
    price
      ? `${price.asked} SUN 低于最低价 ${price.floor} SUN，${NOTHING_CHARGED}请提高出价。`
      : `出价低于最低价，${NOTHING_CHARGED}请提高出价。`,
  PRICE_NOT_UNDERSTOOD: ({ said }) =>
    `看不懂${said === undefined ? "该价格" : `价格“${said}”`}，请输入${WHOLE_SUN}`,
  PRICE_NOT_WHOLE: ({ said, readings }) =>
    readings.length > 0
      ? `${said === undefined ? "价格须为整数" : `“${said}”不是整数`}：${whichOf(readings)}`
      : `${quoted(said, "不是整数")}价格必须是整数。请输入${WHOLE_SUN}`,
  PRICE_TOO_HIGH: ({ said, limit }) => `${quoted(said, "太高")}最高 ${limit} SUN。`,
  CHUNK_TOO_SMALL: ({ said, limit }) => `${quoted(said, "太少")}每批最少 ${limit}。`,
  CHUNK_TOO_LARGE: ({ said, limit }) => `${quoted(said, "太多")}每批不能超过订单总量 ${limit}。`,
};

// The card of orders

const cancelReasons: Record<string, string> = {
  "cancelled by the customer": "已由下单人取消",
  "the receiver is not activated": "已取消：钱包未激活",
  "the receiver is a contract": "已取消：钱包是合约地址",
  "no owner could deliver in time": "已取消：未能按时交付",
  "TRON could not be read in time": "已取消：未能按时读取 TRON 网络",
  "its deadline has passed": "已过期",
};

const progress = (count: number, of: number) => (of > 1 ? `：${count}/${of} 个钱包` : "");

const batch: Messages["batch"] = {
  headline: {
    safe: (_, of) => `✅ ${of > 1 ? `${wallets(of)}全部到账` : "已到账"}，可以转 USDT`,
    underWay: (delivered, of) => `⏳ 交付中${progress(delivered, of)}`,
    resting: (delivered, of) => `⏳ 挂单中${progress(delivered, of)}`,
    partlyFilled: (delivered, of) => `⏳ 部分成交，其余挂单中${progress(delivered, of)}`,
    cancelling: (delivered, of) => `⏳ 取消中${progress(delivered, of)}`,
    ending: () => "⌛ 租用陆续到期",
    ended: () => "租用已到期",
    partlyDelivered: (delivered, of) => `⚠️ 部分到账${progress(delivered, of)}`,
    cancelled: () => "❌ 已取消，没有到账",
  },
  part: units,
  delivered: (what) =>
    what.receivers > 1
      ? `✅ ${wallets(what.receivers)}全部到账：${what.isSum ? "共" : "各"} ${rented(what)}`
      : `✅ 已到账：${rented(what)}`,
  safeToHolders: (of) =>
    `✅ ${of > 1 ? `${wallets(of)}全部到账` : "已到账"}，可以向已有 USDT 的钱包转 USDT`,
  tooLittle: ({ amount, receivers: of, isSum }, isFirst) =>
    `⚠️ ${of > 1 ? `${wallets(of)}全部到账` : "已到账"}${isSum ? "" : `：${of > 1 ? "各 " : ""}${units(amount, "energy")}`}，不够${isFirst ? "向没有 USDT 的钱包转" : ""}一笔 USDT${isFirst ? "" : " 转账"}`,
  safeForSome: (safe, of) => `⚠️ ${wallets(of)}全部到账，其中 ${safe} 个可以转账`,
  sends: ({ resource, transfers, lacks, isFirst, burn }) => {
    const to = isFirst ? "（对方已有 USDT）" : "";
    const missing = isFirst ? "转给没有 USDT 的地址还缺" : "还缺";
    const bandwidth = units(lacks.bandwidth, "bandwidth");
    const what = [
      lacks.energy > 0 ? units(lacks.energy, "energy") : undefined,
      lacks.bandwidth > 0
        ? `${bandwidth}${burn === undefined ? "" : `（将燃烧 ${burn} TRX）`}`
        : undefined,
    ];
    const list = what.filter((one) => one !== undefined).join("，");
    if (transfers === 0) return `${resources[resource]}不够一笔 USDT 转账，${missing} ${list}`;
    return `${resources[resource]}够 ${formatInteger(transfers)} 笔 USDT 转账${to}。${missing}：${list}`;
  },
  notSafe: "⚠️ 不够一笔 USDT 转账",
  terms: (what, paid) => `${rental(what)} · ${paid} TRX`,
  ends: (at) => rich`到期时间：${at}`,
  endsBetween: (first, last) => rich`${first} 至 ${last} 陆续到期`,
  ended: (at) => rich`已于 ${at} 到期`,
  legState: {
    planned: "排队中",
    signed: "已签名，待广播",
    sent: "已广播，待上链",
    included: "已到账",
    solidified: "已到账，已最终确认",
    over: "租用已到期",
    dead: "失败，未扣款",
  },
  unplanned: "正在寻找其他卖家",
  transaction: "查看交易",
  order: (id) => rich`订单 ${id}`,
  orders: (ids) => `订单\n${ids.join("\n")}`,
  delegation: (amount, state, transaction) =>
    transaction ? rich`${amount}${state} · ${transaction}` : `${amount}${state}`,
  moreDelegations: (count) => `另有 ${count} 批`,
  cancelRequested: "取消中；已签名的部分仍会到账",
  cancelled: (reason) => (reason ? (cancelReasons[reason] ?? `已取消：${reason}`) : "已取消"),
  improved: (amount) => `比您的上限少 ${amount} TRX`,
  refunded: (amount) => `已退款 ${amount} TRX`,
  waitsForNetwork: "⚠️ 仍在等待网络，此卡片会自动更新。",
};

// The list of orders

const orders: Messages["orders"] = {
  title: "我的订单",
  question: join([bold("哪个订单？"), "点击下方订单，或发送订单 ID。"]),
  empty: join([bold("还没有订单"), "发送 /buy 下第一单，或粘贴钱包地址。"]),
  line: (at, what, paid, state) => rich`${at} · ${rentalFor(what)} · ${paid} TRX · ${state}`,
  state: {
    safe: "✅ 已到账",
    underWay: "⏳ 交付中",
    resting: "⏳ 挂单中",
    partlyFilled: "⏳ 部分成交",
    cancelling: "⏳ 取消中",
    ending: "⌛ 陆续到期",
    ended: "已到期",
    partlyDelivered: "⚠️ 部分到账",
    cancelled: "❌ 已取消",
  },
};

// /settings

const settings: Messages["settings"] = {
  title: "设置",
  groupTitle: "本群通知",
  hint: "点击可切换：开启、静音、关闭。",
  groupHint: "仅通知在本群下的订单，只有管理员可以更改。",
  kind: {
    completed: "已到账",
    partial: "部分到账",
    cancelled: "取消和退款",
    ending: "即将到期",
    balance: "余额不足",
    sale: "售出",
  },
  mode: { on: "开启", silent: "静音", off: "关闭" },
  kindButton: (kind, mode) => `${kind}：${mode}`,
  limit: (limit) => (limit ? `余额低于 ${limit} TRX 时提醒` : "余额提醒：未设置"),
  alreadyBelow: (available) =>
    `⚠️ 当前余额 ${available} TRX，已低于提醒线；回升后再次跌破才会提醒。`,
  limitButton: (limit) => `提醒线：${limit} TRX`,
  orders: (from) =>
    from ? `API 订单单次或一小时内累计满 ${from} TRX 时提醒` : "API 订单提醒：未设置",
  ordersButton: (from) => (from ? `API 订单提醒：${from} TRX 起` : "API 订单提醒：关闭"),
  askOrders: "API 订单单次或一小时内累计满多少 TRX 时提醒您？请输入金额，例如 50。",
  noLimit: "不提醒",
  noLimitYet: "余额不足：设置提醒线",
  askAbove: (trx) =>
    trx === undefined
      ? "支付时不二次确认"
      : trx === 0
        ? "每次支付都二次确认"
        : `支付超过 ${formatInteger(trx)} TRX 时二次确认`,
  askAboveButton: (trx) =>
    trx === undefined ? "不确认" : trx === 0 ? "每次确认" : `> ${formatInteger(trx)} TRX 确认`,
  askLimit: "余额低于多少 TRX 时提醒您？请输入金额，例如 50。",
  badLimit: (said) =>
    `${said === undefined ? "这" : `“${said}”`}不是 TRX 金额。请输入数字，例如 50 或 12.5，最多 6 位小数。`,
  language: (name) => `语言：${name}`,
  asClient: "跟随 Telegram",
  languageButton: "🌐 语言",
  adminsOnly: "只有本群管理员可以更改。",
  cannotAsk: "无法向 Telegram 确认您是否为管理员，请稍后再试。",
};

// /sell

const operations: Record<Delegating, string> = {
  delegate: "代理资源（DelegateResource）",
  undelegate: "回收资源（UnDelegateResource）",
};

const powers: Record<Power, string> = {
  owner: "像拥有者密钥一样执行任何操作",
  transfer: "转出 TRX",
  contracts: "调用合约",
  permissions: "修改权限",
  stake: "质押",
  unstake: "解除质押",
  withdraw: "提取已解除质押的 TRX",
};

const sell: Messages["sell"] = {
  title: "出售能量和带宽",
  list: "您用于出售的账户：",
  account: (address, earned, state) =>
    rich`${address}\n${{ onSale: "✅ 出售中", paused: "⏸ 已暂停", idle: "⏸ 暂无出售" }[state]}，待结算 ${earned} TRX`,
  moreAccounts: (count) => `另有 ${count} 个`,
  address: (commission) =>
    join([
      "用哪个账户出售？",
      "请发送账户地址。账户需有质押的 TRX；TRX 始终留在账户里，您可以随时停止。",
      `平台从每笔销售中收取 ${commission}% 佣金。`,
    ]),
  units: resources,
  permission: {
    title: "授权平台代理资源",
    account: (address) => rich`账户 ${address}`,
    noKey: "❌ 账户的活跃权限中还没有平台的地址。",
    missing: (lacking) => `❌ 尚未授权：${listed(lacking.map((one) => operations[one]))}`,
    weight: (has, needs) => `❌ 阈值为 ${needs}，平台权重为 ${has}：权重须达到阈值。`,
    fine: "✅ 平台可以代理和回收资源。",
    tooMuch: (more) =>
      `⚠️ 权限过大：平台还能${listed(more.map((one) => powers[one]))}。请从权限中去掉，出售不需要这些。`,
    steps: (operator) =>
      join([
        "请为平台添加一个活跃权限，只含以下两项操作：",
        "1. TronLink：设置 → 权限管理。TronScan：连接钱包，进入账户的权限页面。",
        "2. 添加一个活跃权限，拥有者权限保持不变。",
        `3. 操作：只选${operations.delegate}和${operations.undelegate}。`,
        rich`4. 权重 1，阈值 1，密钥：${operator}`,
        "5. 确认；网络收取 100 TRX。然后点击“检查”。",
      ]),
  },
  challenge: {
    title: "证明账户属于您",
    ask: "请用账户自己的密钥原样签名以下文本，这不会转移任何资产。点击即可复制：",
    how: join([
      "用任何支持的钱包以消息方式签名（signMessageV2，TIP-191）。",
      rich`浏览器中使用 TronLink：打开已连接 TronLink 的网页，在控制台运行 ${code("await tronWeb.trx.signMessageV2(text)")}。`,
    ]),
    sandbox: (command) => rich`在沙盒中运行 ${command}，粘贴文本，然后按 Ctrl-D。`,
    until: (end) => rich`请在 ${end} 前把签名发给我。`,
    code: "同一文本的二维码，供其他设备上的钱包使用。",
  },
  seller: {
    state: (isPaused) => (isPaused ? "⏸ 已暂停" : "✅ 出售中"),
    idle: "⏸ 暂无出售",
    pause: {
      permission: "账户已不再授权平台代理资源，请点击“权限”。",
      bandwidth: "账户余额不够支付代理手续费，请转入至少 2 TRX。",
      activation: "账户未激活，请转入少量 TRX。",
      other: "原因请咨询平台客服。",
    },
    capacity: (energy, bandwidth) => `目前可售：${energy} 能量，${bandwidth} 带宽`,
    money: (earned, paidOut) => `收入：待结算 ${earned} TRX，已结算 ${paidOut} TRX`,
    payout: {
      minimum: (least) => `满 ${least} TRX 起结算`,
      next: "将在下一轮结算时支付",
      first: (from) => rich`为安全起见，首次结算需等待，最早 ${from}`,
      approval: (from) =>
        from
          ? rich`超出平台每日自动结算额度，需平台客服批准，最早 ${from}`
          : "超出平台每日自动结算额度，需平台客服批准",
    },
    open: (count) => (count === 0 ? "没有进行中的代理" : `进行中的代理：${count} 笔`),
    delegation: (amount, price, earns, end) =>
      end
        ? rich`${amount}，单价 ${String(price)} SUN，收入 ${earns} TRX，至 ${end}`
        : `${amount}，单价 ${price} SUN，收入 ${earns} TRX，交付中`,
    moreDelegations: (count) => `另有 ${count} 笔`,
    offer: ({ resource, price, shortest, longest, chunk, keep, isOn, ...more }) =>
      `${isOn ? "✅" : "⏸"} ${resources[resource]}：${price} SUN，${durationTitle(shortest)}至 ${durationTitle(longest)}，每批最少 ${chunk}${keep === undefined ? "" : `，自留 ${keep}`}${more.tooDearAbove === undefined ? "" : `\n⚠️ 无法售出：目前成交价最高为 ${more.tooDearAbove} SUN，请降低价格。`}`,
    noOffer: "还没有出售任何资源。",
    allowsMore: "⚠️ 账户授予平台的权限超出出售所需，请点击“权限”。",
  },
  offer: {
    title: (resource) => `出售${resources[resource]}`,
    about: "点击要更改的项目，然后点击“上架”。",
    take: (facts) =>
      `${rental(facts.rental)}：买家付 ${facts.costs} TRX，您得 ${facts.gets} TRX（佣金\u00a0${facts.commission}%）。`,
    question: {
      price: "最低售价多少？（SUN/单位/天）点击选择，或输入 1 至 1000。",
      shortest: "最短租期？",
      longest: "最长租期？您的质押最多会锁定这么久。",
      chunk: "每批最少出售多少？点击选择，或输入数字。",
      keep: "为自己保留多少？点击选择，或输入数字。",
    },
    field: {
      price: (value) => `价格：${value}`,
      shortest: (value) => `最短：${value}`,
      longest: (value) => `最长：${value}`,
      chunk: (value) => `每批 ≥ ${value}`,
      keep: (value) => `自留：${value}`,
    },
    price: (sun) => `${sun} SUN`,
  },
  typed: (said) => `您输入的是“${said}”。`,
  signedBy: (account) =>
    rich`签名来自 ${account}。如果您不认识这个账户，说明签的是别的文本：请原样签名此文本。`,
  notices: {
    NO_ADDRESS: "其中没有 TRON 地址。TRON 地址以 T 开头。",
    BAD_ADDRESS: "地址有误：校验和不符。",
    SEVERAL_ADDRESSES: "请一次只发一个账户。",
    NOT_ACTIVATED: "账户未激活：请转入 TRX 并质押一部分。",
    CONTRACT: "这是合约地址，只有钱包可以出售。",
    NOT_STAKED: "该账户没有质押的 TRX，暂无可售资源：请先质押一部分。",
    DESKS_OWN: "这是平台的账户，请发送您自己的账户。",
    NO_SIGNATURE: "这不是签名：签名是 130 位十六进制字符，开头可带 0x。",
    SIGNATURE_INVALID: "无法读取该签名。请用账户自己的密钥原样签名文本。",
    OTHER_KEY: "该签名来自另一个密钥。",
    WEAK_KEY: "单凭这把密钥无法代表该账户：其拥有者权限需要更多签名。",
    CHALLENGE_EXPIRED: "该文本已过期或被取代。请点击“新文本”并签名。",
    PERMISSION_MISSING: "账户已不再授权平台代理资源，请点击“检查”。",
    PRICE_RANGE: "价格须为 1 至 1000 的整数。",
    CHUNK_RANGE: "不是数字，或低于平台的最小代理数量。",
    KEEP_RANGE: "这不是有效的数量。",
    CHAIN_UNAVAILABLE: "平台暂时无法查询网络，请再试。",
    NOT_YOURS: "该账户目前不在您的出售列表中。",
    FAILED: "操作未成功，没有任何改动，请再试。",
  },
  closed: {
    closed: "已关闭，在售的会继续出售。发送 /sell 可重新打开。",
    idle: "已关闭。发送 /sell 可重新打开。",
    replaced: "此卡片已被新卡片取代。",
  },
  toasts: {
    notYours: "这是别人的卡片，请发送 /sell 打开自己的。",
    closed: "此卡片已关闭，请发送 /sell 打开新的。",
    saved: "已生效。",
    unchanged: "已重新读取：暂无变化。",
    fine: "✅ 已重新读取：平台只能代理和回收资源。",
  },
  buttons: {
    add: "添加账户",
    list: "全部账户",
    check: "检查",
    copyDesk: "复制平台地址",
    goOn: "仍然继续",
    newText: "新文本",
    offer: (resource, isKnown) => `${isKnown ? "修改" : "出售"}${resources[resource]}`,
    turn: (resource, isOn) => `${isOn ? "停售" : "恢复出售"}${resources[resource]}`,
    permission: "权限",
    save: "上架",
    close: "关闭",
  },
};

// /stats: on the picture of what was spent, and under it

const day = (at: number) =>
  new Date(at).toLocaleDateString("zh-CN", { day: "numeric", month: "short", timeZone: "UTC" });

const timeUnits = { second: "秒", minute: "分钟", hour: "小时", day: "天" };

const delivered = (count: number) => `${formatInteger(count)} 个订单已到账`;

const stats: Messages["stats"] = {
  title: (days) => `近 ${days} 天`,
  range: (first, last) => `${day(first)}–${day(last)} UTC`,
  day,
  spent: "支出",
  orders: delivered,
  price: (resource) => `${resources[resource]}价格`,
  average: "您的平均价",
  burning: (price) => `燃烧 TRX：${price}`,
  delivery: "到账时间",
  median: "中位数",
  p90: (time) => `90% 在 ${time}内`,
  trx: (amount) => `${amount} TRX`,
  sun: (price) => `${price} SUN`,
  duration: (count, unit) => `${count}\u00a0${timeUnits[unit]}`,
  large: ["k", "M", "B", "T", "Q"],
  caption: ({ days, all, bought, median, p90, against }) =>
    join([
      bold(`近 ${days} 天支出 ${formatTrx(all.spentSun)} TRX`),
      against &&
        (against.isSaved
          ? `按今日价格，比燃烧 TRX 节省 ${against.amount} TRX`
          : `按今日价格，燃烧 TRX 会少花 ${against.amount} TRX`),
      ...bought.map(
        ({ units: amount, resource, price, burnPrice }) =>
          `${units(amount, resource)}，平均价 ${price} SUN${
            burnPrice === undefined ? "" : `；燃烧 TRX 为 ${burnPrice} SUN`
          }`,
      ),
      `${delivered(all.orders)}：半数在 ${median}内，90% 在 ${p90}内`,
    ]),
  nothing: (days) =>
    join([
      bold(`近 ${days} 天没有购买`),
      "有订单到账后，/stats 会绘制支出图表。请发送 /buy 购买。",
    ]),
};

// /help

const help: Messages["help"] = {
  title: "使用说明",
  oneLine: (buy) => rich`一行下单：${code(`${buy} 65k energy 1h T…`)}`,
  ownAmounts: (buy) => rich`数量不同：${code(`${buy} energy 1h\nT… 65k\nT… 131k`)}`,
  locked: (buy) => rich`仅限链上锁定：${code(`${buy} 65k energy 1h T… locked`)}`,
  paying: "只有点击带金额的按钮才会付款。",
  group: "卡片属于打开它的人。余额和订单请看私聊。",
  contact: (contact) => `咨询：${contact}`,
};

// /history

const period = (from: string | undefined, to: string) =>
  from === to ? `${to} ` : from ? `${from} 至 ${to} ` : `截至 ${to} `;

const history: Messages["history"] = {
  title: "账户明细",
  line: (at, amount, what) => rich`${at}  ${amount} TRX · ${what}`,
  kinds: {
    deposit: "充值",
    gift: "入账",
    payment: "付款",
    correction: "更正",
    booked: "预约预扣",
    unbooked: "预约结束",
    hold: "订单",
    raised: "订单提价",
    lowered: "订单降价",
    improved: "成交价更优",
    refund: "退款",
    withdrawal_hold: "提现（含手续费）",
    withdrawal_returned: "提现退回",
    withdrawal: "提现",
  },
  left: (balance) => `变动后余额：${balance} TRX`,
  inFile: (from, to) => `文件包含${period(from, to)}的全部余额变动；其中时间为 UTC，金额为 TRX。`,
  nothing: (from, to) => `${period(from, to)}没有余额变动。`,
  tooLarge: (command) =>
    command
      ? rich`内容超出单个文件的容量。可以导出：${command}`
      : "仅一天的内容就超出单个文件的容量。请用您的密钥通过 HTTP 读取订单。",
  wrongDay: (word, example) => rich`“${word}”不是日期，请写 ${example}。`,
  backwards: (example) => rich`结束日期早于开始日期，请这样写：${example}`,
};

// Notifications: each begins with the bell, so that nobody takes one for a card

const inAll = ({ rental: { amount, receivers, isSum } }: OrderedFacts) =>
  isSum ? amount : amount * receivers;

const soldUnits = (sold: PerResource<number>) =>
  RESOURCES.flatMap((one) => (sold[one] > 0 ? [units(sold[one], one)] : []));
const booking: Messages["booking"] = {
  hint: "也可等现有租用到期再开始：款项先预扣，仅重叠的 1 分钟重复计费。",
  book: (total) => `到期时开始，预扣 ${total} TRX`,
  open: (due) => rich`${bold("🕓 已预约：")}${due} 自动下单`,
  terms: (what, held, isHeld) => `${rental(what)} · ${isHeld ? "预扣" : "已退回"} ${held} TRX`,
  old: (end) => rich`现有租用 ${end} 到期`,
  returned: "预约未执行，款项已退回",
  reason: {
    cancelled: "您已取消",
    noCapacity: "到时没有卖家能够交付",
    closed: "到时平台不接受新订单",
    belowFloor: "到时价格低于最低价",
    receiver: "有钱包无法接收",
    late: "到时平台处于停机状态",
    restored: "平台已从备份恢复",
  },
};

/** What a delivery by itself is enough for. */
const enough = {
  nobody: "⚠️ 仅凭这些不够一笔 USDT 转账",
  holders: "足够向已有 USDT 的钱包转 USDT",
  anyone: undefined,
};

const news: Messages["news"] = {
  booking: (facts) =>
    join([
      bold("🔔 续租未成功，款项已退回"),
      `${rental(facts.rental)} · 已退回 ${facts.held} TRX`,
      facts.reason,
      facts.wallet,
    ]),
  completed: (facts) =>
    join([
      bold("🔔 已到账"),
      `${rentalFor(facts.rental)} · ${facts.paid} TRX${facts.improved ? `，${facts.improved}` : ""}`,
      facts.sends && enough[facts.sends],
      facts.wallet,
    ]),
  partial: (facts) =>
    join([
      bold("🔔 部分到账"),
      `已到账 ${formatInteger(facts.filledUnits)}/${units(inAll(facts), facts.rental.resource)}${forAll(facts.rental.receivers)}，${formatInteger(inAll(facts) - facts.filledUnits)} 挂单中`,
      facts.wallet,
    ]),
  cancelled: (facts) =>
    join([
      bold(facts.delivered ? "🔔 部分到账，其余已退款" : "🔔 已取消并退款"),
      rentalFor(facts.rental),
      `已付 ${facts.paid}，成交 ${facts.delivered ?? "0"}，退款 ${facts.refunded} TRX`,
      facts.improved,
      facts.reason,
      facts.wallet,
    ]),
  ending: ({ at, units: sum, each, resource, wallets: count, wallet }) =>
    join([
      bold("🔔 租用即将到期"),
      each !== undefined && count > 1
        ? rich`${wallets(count)}各 ${units(each, resource)}，${at} 到期`
        : rich`${each === undefined ? "共 " : ""}${units(each ?? sum, resource)}${forAll(count)}，${at} 到期`,
      wallet,
    ]),
  balance: (available, limit) =>
    join([
      bold("🔔 余额不足"),
      `可用余额 ${available} TRX，低于 ${limit} TRX。`,
      "发送 /balance 查看充值方法，发送 /settings 修改提醒线。",
    ]),
  sale: (sold, orders, earned) =>
    join([
      bold("🔔 已售出"),
      `${soldUnits(sold).join("和 ")}，共 ${formatInteger(orders)} 个订单：收入 ${earned} TRX`,
      "发送 /sell 查看全部出售，发送 /settings 更改通知。",
    ]),
  open: "查看订单",
  extend: "续租",
};

// Manual orders

const depth = (levels: readonly DepthText[]) =>
  levels.map(({ priceSun, units }) => `${formatInteger(units)} @ ${priceSun}`).join(" · ");

const sellers = (count: number) => `跳过 ${count} 个卖家`;

const manual: Messages["manual"] = {
  buttons: {
    price: (priceSun, total, fills, of) => {
      const now =
        fills >= of ? "立即成交" : fills > 0 ? `立即成交 ${formatInteger(fills)}` : "需等待";
      return whatFits(33, `${priceSun} SUN · ${total} TRX · ${now}`, `${priceSun} SUN · ${now}`);
    },
    parts: (least) => `分批，每批至少 ${formatInteger(least)}`,
    whole: "整单成交",
    otherChunk: "手动输入每批数量",
    bulk: (isOn) => `${isOn ? "☑" : "☐"} 所有钱包同时开始`,
    priceField: (priceSun) => `${priceSun} SUN`,
    optionsField: (least, bulk) => {
      if (least === undefined) return bulk ? "全部同时" : "整单成交";
      const from = `≥ ${formatInteger(least)}`;
      const of = bulk ? "同时" : "分批";
      return whatFits(13, `${of} ${from}`, whatFits(13, from, of));
    },
    takeFast: (total) => `改用即时单：${total} TRX`,
  },
  market: {
    prices: (floorSun, fastSun) => `最低出价 ${floorSun} SUN · 即时价 ${fastSun} SUN`,
    asks: (levels) => `卖单：${depth(levels)}`,
    noAsks: "目前没有卖单。",
    bids: (levels) => `买单：${depth(levels)}`,
    fastIsBetter: "⚠️ 按能立即全部成交的价格出价，并不比即时单（Fast）便宜。",
  },
  confirm: {
    fillsAll: "按当前订单簿，可立即全部成交",
    fillsSome: (fills, rests, cost) =>
      `按当前订单簿，立即成交 ${formatInteger(fills)}${cost === undefined ? "" : `（约 ${cost} TRX）`}，其余 ${formatInteger(rests)} 挂单等待`,
    fillsNone: "目前没有匹配的卖单，将全部挂单等待",
    waitsForAll: "所有钱包都能成交时才开始",
    parts: (least) => `分批，每批至少 ${formatInteger(least)}`,
    whole: "整单成交：由一个卖家全部交付",
    bulk: "所有钱包同时开始",
    held: (total, until) => rich`挂单至 ${until}：预扣 ${total} TRX，届时未成交的部分退款`,
    runs: (duration) => `每批从到账起算，租期 ${durationTitle(duration)}`,
    fastDearer: (fast, saved) => `即时单（Fast）需 ${fast} TRX，贵 ${saved} TRX`,
    fastSame: "⚠️ 即时单（Fast）价格相同，且立即到账",
    fastCheaper: (fast, less) => `⚠️ 即时单（Fast）更便宜：${fast} TRX，省 ${less} TRX，且立即到账`,
  },
  order: {
    price: (priceSun) => `${priceSun} SUN`,
    progress: (delivered, of, onTheWay, rests) =>
      [
        `已到账 ${formatInteger(delivered)}/${formatInteger(of)}`,
        ...(onTheWay > 0 ? [`交付中 ${formatInteger(onTheWay)}`] : []),
        `挂单中 ${formatInteger(rests)}`,
      ].join("，"),
    restsUntil: (at) => rich`挂单至 ${at}，到期未成交部分退款`,
    itemised: (paid, delivered, held, refunded) =>
      [
        `已付 ${paid}`,
        `成交 ${delivered}`,
        ...(held === undefined ? [] : [`交付中 ${held}`]),
        `退款 ${refunded} TRX`,
      ].join("，"),
  },
  resting: {
    heldUp: "目前暂停撮合，之后会自动继续",
    overdue: "已过期：其余正在退款",
    ofPool: "该钱包已成为平台账户：请取消，其余款项退回",
    fillsNow: "刚有卖家空出资源：正在成交",
    locked: (owners, until) => rich`${sellers(owners)}：对该钱包已有更长的锁定，至 ${until}`,
    underWay: (owners) => `${sellers(owners)}：对该钱包的另一笔代理正在进行`,
    unlockable: (owners) => `${sellers(owners)}：无法锁定这么久`,
    tooLittle: (owners) => `${sellers(owners)}：余量达不到您设定的每批最小数量`,
    tooCoarse: (owners) => `${sellers(owners)}：不出售这么小的数量`,
    giftsOnly: (owners) => `${sellers(owners)}：运营者充入的金额只能向平台购买`,
    failedLately: (owners) => `${sellers(owners)}：交付失败，很快重试`,
    bulk: "所有钱包都能成交时同时开始",
    nobody: (priceSun, nextSun, isElse) =>
      `没有${isElse ? "其他" : ""}卖家以 ${priceSun} SUN 或更低价出售${
        nextSun === undefined ? "" : `；下一档价格 ${nextSun} SUN`
      }`,
  },
};

// /key

const keys: Messages["keys"] = {
  title: "API 密钥",
  about: "有了密钥，您的程序可以通过 HTTP 用您的余额下单。",
  none: "您还没有密钥。",
  line: (startsWith, issued) => rich`${startsWith}，创建于 ${issued}`,
  disabledLine: (startsWith, issued) => rich`${startsWith}，创建于 ${issued}，已停用，需由客服启用`,
  full: (most) => `您已有 ${most} 个密钥，达到上限。请先撤销一个再创建。`,
  issue: "创建密钥",
  revoke: (startsWith) => `撤销 ${startsWith}`,
  askRevoke: (startsWith) =>
    join([rich`撤销密钥 ${startsWith} 吗？`, "使用它的程序会立即被拒绝，撤销后无法恢复。"]),
  confirmRevoke: "撤销",
  revoked: (startsWith) => rich`✅ 密钥 ${startsWith} 已撤销。`,
  gone: "该密钥已失效。",
  shown: (key) =>
    join([
      bold("您的新 API 密钥"),
      key,
      "只显示一次，请立即保存，平台不会存储它。任何持有它的人都能使用您的余额。保存后请删除此消息。",
    ]),
  copy: "复制密钥",
  notShown: (startsWith) =>
    rich`⚠️ 无法确认新密钥（${startsWith}）是否已显示给您，因此已撤销。请发送 /key 重新创建。`,
};

// Plain messages

const AS_YOURSELF = "请以自己的身份发言（关闭“保持匿名”），或在私聊中下单。";

const notes: Messages["notes"] = {
  anonymousAdmin: `您是匿名管理员，我无法得知由谁付款。\n${AS_YOURSELF}`,
  channel: `频道没有余额，无法下单。\n${AS_YOURSELF}`,
  linkedPost: `关联频道的帖子没有付款人。\n${AS_YOURSELF}`,
  editedAfterPayment: "订单已付款，编辑消息不会改变订单。",
  deadLetter: "抱歉，出错了，未扣款；请查看 /orders。",
  cannotWrite: "平台暂时无法处理，未扣款；恢复后会尽快答复您。",
  draftDropped: DROPPED,
  nothingToCancel: "没有待取消的下单。要取消已付款的订单，请在 /orders 中打开它。",
  nothingToRepeat: "您还没有可以重复的订单，请先发送 /buy 下单。",
  anothersOrder: "这是其他成员的订单，只有本人可以打开。",
  addressLater: "暂时无法显示充值地址。资金不受影响，请几分钟后再发送 /deposit。",
  privateOnly: "该内容只在私聊中显示。",
  groupHint:
    "其他命令请在私聊中使用。群内可用：\n/buy /quote /again /order /settings /usdt /cancel /help",
};

const unknownCommand: Messages["unknownCommand"] = (typed, meant, known) =>
  meant === undefined
    ? `没有 /${typed} 命令。可用命令：\n${known.map((name) => `/${name}`).join(" ")}`
    : `没有 /${typed} 命令。您是想用 /${meant} 吗？`;

// What the bot says of itself

const profile: Messages["profile"] = {
  description: [
    "秒租 TRON 能量和带宽，转 USDT 不用燃烧 TRX。",
    "粘贴钱包地址或点击“开始”。先看价格，再点击显示价格的按钮付款；卡片会告诉您何时可以转账。",
  ].join("\n\n"),
  shortDescription: "秒租 TRON 能量和带宽：转 USDT 不用燃烧 TRX。",
};

// Questions that force a reply

const prompts: Messages["prompts"] = {
  receivers: { text: () => "哪些钱包接收？请回复地址或文件。", placeholder: "T… T…" },
  amount: {
    text: (resource) => `需要多少${resources[resource]}？请回复${SUCH_AS}`,
    placeholder: "65000",
  },
  price: { text: () => `出价多少？请回复${WHOLE_SUN}`, placeholder: "55" },
  partialMin: {
    text: () => "每批最少多少？请回复数字，例如 20000 或 20k。",
    placeholder: "20000",
  },
  order: { text: () => "哪个订单？请回复订单 ID。", placeholder: "24 位字母和数字" },
};

// Answers to a tap

const toasts: Messages["toasts"] = {
  notYours: "这是别人的卡片，请发送 /buy 打开自己的。",
  stale: "卡片内容已变化，现在显示的是最新内容。",
  alreadyPaid: "已付款，不会重复扣款。",
  alreadyDropped: "此卡片已关闭，请发送 /buy 打开新的。",
  readFirst: "请先核对金额和钱包，再点支付。",
  stillMissing: (amount) => `仍差 ${amount} TRX。`,
  quoteLapsed: "该报价已过期，未扣款。这是新报价。",
  refreshed: "已刷新。",
  nothingToGoBackTo: "这已是第一个问题。",
};

// Files of wallets

const AS_CSV = "请另存为 CSV（UTF-8），钱包放在第一列，再发送。";

const files: Messages["files"] = {
  problem: {
    tooLarge: "⚠️ 文件超过 64 KiB。请拆分，或只发送钱包一列：可容纳 1,800 个。",
    unavailable: "⚠️ Telegram 未能提供该文件，请重新发送。",
    spreadsheet: `⚠️ 这是电子表格，我无法读取。${AS_CSV}`,
    notText: `⚠️ 这不是文本文件。${AS_CSV}`,
    noWallets: `⚠️ 文件中没有 TRON 地址。${AS_CSV}`,
  },
  next: (next, left) => `继续租 ${wallets(next)}${left > next ? `（还剩 ${left} 个）` : ""}`,
};

// /book

const HEX = "这是十六进制地址，请改用以 T 开头的写法。";

const LETTERS = "1 至 32 个汉字、字母、数字、- 或 _，至少含一个汉字或字母";

const howTo = join([
  rich`添加：${code("/book cold1 T…")}`,
  rich`下单时代替地址：${code("@cold1")}`,
  "批量添加：发送名称和钱包的 CSV 文件，说明文字写 /book",
]);

const nameProblems = {
  noWallet: "没有钱包",
  checksum: "钱包地址有误",
  ethereum: "以太坊格式的地址",
  hex: "十六进制地址",
  noName: "没有名称",
  badName: `名称无效（${LETTERS}）`,
  twice: "该名称在上文已用于另一个钱包",
};

const book: Messages["book"] = {
  title: (names) => `地址簿 · ${wallets(names)}`,
  page: (page, pages) => `第 ${page}/${pages} 页`,
  empty: join([bold("地址簿是空的"), howTo]),
  howTo,
  entry: (uses) => (uses > 0 ? `已下单 ${uses} 次` : undefined),
  added: (name, wallet) => rich`✅ 已保存：${name} → ${wallet}`,
  same: (name, wallet) => rich`${name} 已指向 ${wallet}`,
  changed: (name, wallet, before) => rich`✅ ${name} 已改为 ${wallet}，原为 ${before}`,
  full: `⚠️ 地址簿已有 ${MAX_NAMES} 个名称，达到上限。请先删除一个：/book remove cold1`,
  removed: (name, wallet, again) => rich`${name} 已删除，之前是 ${wallet}。恢复：${again}`,
  noSuchName: (name) => `⚠️ 地址簿中没有 ${name}，请查看 /book。`,
  badName: (name) => `⚠️ “${name}”不能作为名称。名称须为 ${LETTERS}。`,
  badWallet: (wallet) => rich`⚠️ ${wallet} 不是 TRON 地址，请重新复制。`,
  ethereum: `⚠️ 这是${ETHEREUM}。`,
  hex: `⚠️ ${HEX}`,
  usage: join([
    "⚠️ 无法识别。",
    howTo,
    rich`删除：${code("/book remove cold1")}`,
    rich`导出全部：${code("/book export")}`,
  ]),
  imported: ({ outcomes, badLines, moreBadLines }) => {
    const { added, changed, same, full } = outcomes;
    return join([
      bold("文件中的名称"),
      `✅ 新增 ${formatInteger(added)}，修改 ${formatInteger(changed)}，未变 ${formatInteger(same)}`,
      full > 0 ? `⚠️ ${formatInteger(full)} 个放不下：最多 ${MAX_NAMES} 个名称。` : undefined,
      ...badLines.map(({ line, why }) => `❌ 第 ${formatInteger(line)} 行：${nameProblems[why]}`),
      moreBadLines > 0 ? `❌ 另有 ${formatInteger(moreBadLines)} 行` : undefined,
    ]);
  },
  notUtf8: "⚠️ 无法准确读取文件中的名称。请另存为 CSV（UTF-8）再发送。",
  caption: (names) => `地址簿 · ${wallets(names)}。重新导入：说明文字写 /book。`,
  buttons: {
    buy: "为此钱包购买",
    remove: "删除",
    back: "返回",
    export: "导出 CSV",
    earlier: "上一页",
    later: "下一页",
  },
};

// What receivers have already

const heldAmount = (held: HeldFacts) => units(held.units, held.resource);

const holder = ({ wallet }: HeldFacts): Part =>
  wallet === undefined ? "该钱包" : rich`${wallet} `;

const overlaps: Messages["overlaps"] = {
  several: (count, of, resource) =>
    `⚠️ ${wallets(of)}中有 ${formatInteger(count)} 个已有${resources[resource]}`,
  holds: (held, until) => rich`⚠️ ${holder(held)}已有 ${heldAmount(held)}，有效至 ${until}`,
  holdsParts: (held, first, last) =>
    rich`⚠️ ${holder(held)}已有 ${heldAmount(held)}，${first} 至 ${last} 陆续到期`,
  gets: (held) => rich`⚠️ ${holder(held)}正在接收 ${heldAmount(held)}`,
  more: (count) => `⚠️ 另有 ${wallets(count)}`,
};

// /usdt

const energy = (amount: number) => units(amount, "energy");

/** `wayOut` where the recipient may need more than is proposed. */
function transferTakes(
  { basis, triedUnits = 0, neededUnits, to }: SizeFacts,
  wayOut: string | undefined,
): Part {
  const needed = energy(neededUnits);
  switch (basis) {
    case "tried":
      return rich`经合约试算，向 ${to} 转 USDT 消耗 ${energy(triedUnits)}，有 ${formatInteger(neededUnits)} 即可。`;
    case "holdsSome":
      return rich`${to} 已有 USDT，转账需要 ${needed}。`;
    case "holdsNone":
      return rich`${to} 没有 USDT，转账需要 ${needed}。`;
    case "notActivated":
      return rich`${to} 未激活，所以没有 USDT：首次转账需要 ${needed}。`;
    case "usual":
      return rich`转给已有 USDT 的地址通常需要 ${needed}。如果 ${to} 从未持有 USDT，则需要 ${formatInteger(USDT_NEW_ENERGY)}${wayOut === undefined ? "" : `，${wayOut}`}。`;
  }
}

function senderHolds({ heldUnits, rentUnits, neededUnits }: SizeFacts): string | undefined {
  if (heldUnits === 0) return undefined;
  const missing = neededUnits - heldUnits;
  const less = `付款方尚有 ${energy(heldUnits)}未用，还差 ${formatInteger(missing)}。`;
  return rentUnits > missing ? `${less}最少租 ${formatInteger(MIN_AMOUNT.energy)}。` : less;
}

const usdt: Messages["usdt"] = {
  question: (isGroup) =>
    join([
      "USDT 转账需要多少能量？",
      `${isGroup ? "请回复下方提问，发送" : "请发送"}两个钱包，先付款方，后收款方。`,
      rich`例如：T… T…，或 ${code("@hot @cold")}`,
    ]),
  askRecipient: (from, isGroup) =>
    join([rich`${from} 向谁转 USDT？`, `${isGroup ? "请回复我的提问：" : "请发送"}收款方钱包。`]),
  askSender: (to, isGroup) =>
    join([rich`谁向 ${to} 转 USDT？`, `${isGroup ? "请回复我的提问：" : "请发送"}付款方钱包。`]),
  prompt: {
    both: "谁转出 USDT，谁收款？请回复两个钱包，先付款方。",
    recipient: "谁收 USDT？请回复收款方钱包。",
    sender: "谁转出 USDT？请回复付款方钱包。",
  },
  sized: (facts) => join([transferTakes(facts, undefined), senderHolds(facts)]),
  enough: (facts) => {
    const { basis, heldUnits } = facts;
    const isEnoughForAll = basis !== "usual" || heldUnits >= USDT_NEW_ENERGY;
    return join([
      bold(isEnoughForAll ? "无需租用" : "通常无需租用"),
      transferTakes(facts, isEnoughForAll ? undefined : "不足部分可用 /buy 租用"),
      `付款方尚有 ${energy(heldUnits)}未用，${isEnoughForAll ? "足够了" : "够转给已有 USDT 的地址"}。`,
    ]);
  },
  lacksBandwidth: (burn, amount, cost) =>
    `付款方带宽不足：转账会燃烧 ${burn} TRX；租 ${formatInteger(amount)} 带宽需 ${cost} TRX。`,
  onlyBandwidth: (line) => rich`⚠️ 但带宽不足，转账会为此燃烧 TRX。租用：${line}`,
  burnsNothing: "✅ 这笔转账免费：不燃烧 TRX。",
  noBandwidth: "⚠️ 目前没有可租的带宽：这里只含能量。",
  notActivated: (from) => rich`⚠️ ${from} 未在 TRON 上激活，无法转出 USDT。请先转入少量 TRX。`,
};

// Changes of orders that rest

const amend: Messages["amend"] = {
  title: "修改订单",
  terms: (what, priceSun) => `${rental(what)} · ${priceSun} SUN`,
  question: "要修改什么？",
  price: "价格",
  lifetime: "挂单时间",
  askLifetime: (created) => rich`从 ${created} 算起，最长挂单多久？`,
  hours: (hours) => (hours < 24 ? `${hours} 小时` : `${hours / 24} 天`),
  more: (priceSun, more) => `⚠️ 改为 ${priceSun} SUN 需再预扣 ${more} TRX，多余部分会退回。`,
  hold: (more) => `再预扣 ${more} TRX`,
  close: "保持不变",
  priceChanged: (priceSun) => `✅ 价格已改为 ${priceSun} SUN`,
  lifetimeChanged: (until) => rich`✅ 已修改：挂单至 ${until}`,
  closed: "已关闭，未作修改。",
  readFirst: "请先核对金额，再点一次。",
  over: "此卡片已关闭，可在订单卡片上重新点击修改。",
};

// What happens to withdrawals

const ordered: Messages["ordered"] = ({ what, paid, more, priceSun, key }) =>
  join([
    bold(
      more
        ? `🔔 有人用 API 密钥提高了订单价格：现为 ${paid} TRX（+${more}）`
        : `🔔 有人用 API 密钥下单 ${paid} TRX`,
    ),
    `${rental(what)}，单价 ${priceSun} SUN`,
    rich`密钥：${key}`,
    "不是您本人？请用 /key 吊销该密钥。",
  ]);

const orderedInHour: Messages["orderedInHour"] = (paid, from) =>
  join([
    bold(`🔔 一小时内用 API 密钥下单共 ${paid} TRX`),
    `每笔均低于您设定的 ${from} TRX；用 /orders 查看。`,
    "不是您本人？请用 /key 吊销该密钥。",
  ]);

const withdrawalNews: Messages["withdrawalNews"] = {
  asked: ({ amount, address, from, approval }) =>
    join([
      bold(`🔔 有人用 API 密钥申请提现 ${amount} TRX`),
      rich`收款地址 ${address} 此前未用过。`,
      approval ? "需先由运营者审批。" : undefined,
      from ? rich`最早发送时间：${from}。` : undefined,
      "不是您本人？请取消，并用 /key 吊销密钥。",
    ]),
  paid: (amount, address, transaction) =>
    join([bold(`🔔 已付款 ${amount} TRX`), rich`收款地址 ${address}`, transaction]),
  refused: (amount, address, reason) =>
    join([
      bold(`🔔 提现 ${amount} TRX 被拒绝`),
      rich`收款地址 ${address}`,
      reason && `原因：${reason}`,
      "款项已退回余额。",
    ]),
  delayed: (amount, address) =>
    join([
      bold(`🔔 提现 ${amount} TRX 需要更久`),
      rich`收款地址 ${address}`,
      "运营者需先给付款账户充值，之后会自动发送；在此之前可以取消。",
    ]),
  unpaid: (amount, address) =>
    join([
      bold(`🔔 提现 ${amount} TRX 未能发出`),
      rich`收款地址 ${address}`,
      "这笔转账未能及时进入区块。款项仍被冻结，需由运营者重新审批；在此之前可以取消。",
    ]),
  unbooked: (amount, address) =>
    join([
      bold(`🔔 提现 ${amount} TRX 重新待处理`),
      rich`收款地址 ${address}`,
      "这笔提现此前被误记为已支付。款项重新被冻结，需由运营者重新审批；在此之前可以取消。",
    ]),
};

// /withdraw

const withdraw: Messages["withdraw"] = {
  title: "提现 TRX",
  titleOf: (amount) => `提现 ${amount} TRX`,
  off: (contact) => `此处未开放提现。如需取款，请联系${contact ? ` ${contact}` : "运营者"}。`,
  withdrawable: (amount) => `可提现：${amount} TRX`,
  gifts: "运营者充入的金额只能在这里消费，不能提现。",
  least: (least, fee) => `每笔至少提现 ${least} TRX，手续费 ${fee} TRX。`,
  askAddress: (hasWallets) =>
    hasWallets ? "提到哪个地址？点选您的钱包，或发送其他地址。" : "提到哪个地址？请发送过来。",
  askAmount: (least, most) => `到账多少 TRX？可填 ${least} 至 ${most}。`,
  all: (amount) => `全部：${amount} TRX`,
  to: (address) => rich`收款地址 ${address}`,
  fee: (fee) => `手续费：${fee} TRX`,
  feeWithActivation: (fee, activation) =>
    `手续费：${fee} TRX，其中 ${activation} TRX 用于激活新账户`,
  arrives: (amount) => `到账：${amount} TRX`,
  taken: (amount) => `从余额扣除：${amount} TRX`,
  atOnce: "立即发送。",
  newAddress: (hours) => `⏳ 新地址：${hours} 小时后发送，在此之前可以取消。`,
  needsOperator: "⏳ 需先由运营者审批。",
  asksAgain: "⚠️ 发送后无法追回，请核对地址。",
  sendAgain: (amount) => `确认发送 ${amount} TRX`,
  close: "关闭",
  closed: "已关闭，未提现。",
  over: "此卡片已关闭，请用 /withdraw 重新打开。",
  readFirst: "请先核对，再点一次。",
  status: {
    waiting: (amount) => `🕓 提现 ${amount} TRX`,
    approval: (amount) => `🕓 提现 ${amount} TRX`,
    signed: (amount) => `⏳ 提现 ${amount} TRX`,
    paid: (amount) => `✅ 已付款 ${amount} TRX`,
    refused: (amount) => `❌ 提现 ${amount} TRX 被拒绝`,
    cancelled: (amount) => `提现 ${amount} TRX 已取消`,
  },
  awaitsOperator: "等待运营者审批。",
  notBefore: (due) => rich`最早发送时间：${due}。`,
  soon: "将尽快发送。",
  paused: "付款已暂停，恢复后即发送。",
  canCancel: "在此之前可以取消。",
  onItsWay: "已发送，约一分钟后最终确认。",
  reason: (reason) => `原因：${reason}`,
  isBack: (amount) => `${amount} TRX 已退回余额。`,
  openTitle: "尚未发送",
  openLine: ({ amount, address, due, isApproved }) =>
    rich`${amount} TRX → ${address}${due ? rich`，最早 ${due}` : ""}${isApproved ? "" : "，等待运营者审批"}`,
  transaction: "交易",
  cancelOne: (amount, wallet) =>
    whatFits(30, `取消 ${amount} TRX → ${wallet}`, `取消 ${amount} TRX`),
  cancelledToast: (amount) => `已取消：${amount} TRX 已退回余额。`,
  tooLate: "已无法取消。发送 /withdraw 查看还能取消的提现。",
  notices: {
    NO_ADDRESS: ({ said }) => `${that(said)}不是 TRON 地址。地址以 T 开头。`,
    BAD_ADDRESS: () => "地址有误，请重新复制。",
    ETHEREUM: () => `${ETHEREUM}。`,
    HEX: () => HEX,
    NO_SUCH_NAME: ({ said }) => `您的 /book 里没有这个名称${said ? `：${said}` : ""}。`,
    SEVERAL: () => "每笔提现只能填一个地址。",
    CONTRACT: () => "这是合约地址，只能付款到钱包。",
    DESKS_OWN: () => "这是本平台的地址（您的充值地址也是）或无主地址，请发送您自己钱包的地址。",
    TWO_READINGS: ({ said, readings }) => twoReadings(said, readings),
    NOT_AMOUNT: ({ said }) => `${that(said)}不是金额。请输入 TRX，例如 10 或 12.5。`,
    TOO_SMALL: ({ least }) => `至少 ${least} TRX。`,
    TOO_LARGE: ({ most, fee }) => `扣除手续费 ${fee} TRX 后，最多到账 ${most} TRX。`,
    FEE_TAKES_ALL: ({ fee }) => `该地址的账户是新的，手续费为 ${fee} TRX，余下太少。请换一个地址。`,
    FEE_CHANGED: () => "手续费上涨了，未发送。",
    BALANCE: ({ most }) => `余额有变：最多到账 ${most} TRX，未发送。`,
    TOO_MANY: () => "您有 20 笔提现尚未到账。请先取消其中一笔，或等待到账。未扣款。",
    OFF: ({ contact }) => `目前未开放提现，请联系${contact ? ` ${contact}` : "运营者"}。`,
    HALTED: () => "目前暂停提现，未扣款。请稍后再试。",
    CHAIN_UNAVAILABLE: () => "目前无法读取 TRON，未扣款。请一分钟后再试。",
    FAILED: () => "未成功，未扣款。请稍后再试。",
  },
};

export const zh: Messages = {
  ...account,
  deposit,
  buttons,
  commands,
  wizard,
  confirm,
  noPay,
  closed,
  notices,
  batch,
  booking,
  orders,
  settings,
  sell,
  stats,
  help,
  history,
  news,
  manual,
  keys,
  notes,
  twoReadings,
  unknownCommand,
  profile,
  prompts,
  toasts,
  files,
  book,
  overlaps,
  usdt,
  amend,
  ordered,
  orderedInHour,
  withdrawalNews,
  withdraw,
};
