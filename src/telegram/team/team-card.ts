/** The cards of /team. */
import { formatTrx, SUN_PER_TRX, sun } from "../../domain/money.js";
import { type Limits, mayDo, ROLES, type Role } from "../../domain/team.js";
import { whoElse } from "../../domain/team-change.js";
import type { TeamMember, TeamView } from "../../engine/teams/teams.js";
import { encodeTap, type TeamTap } from "../kit/buttons.js";
import { cardOf, labelOf, type Row, rowsOf, type Style } from "../kit/parts.js";
import type { Messages } from "../text/messages.js";
import { blocks, bold, join, type Part } from "../transport/format.js";
import type { Button, Card } from "../transport/message.js";

/** `waits`: teams where another owner has yet to confirm them. */
export function noTeamCard({ team }: Messages, waits: readonly string[] = []): Card {
  return cardOf(waits.length > 0 ? blocks(waits.map(team.joinAsked)) : team.none);
}

/** One button a team, and from which account they pay in private. */
export function teamsCard(
  teams: readonly { readonly customer_id: string; readonly name: string }[],
  { team }: Messages,
  waits: readonly string[] = [],
): Card {
  const rows = teams.map(({ customer_id, name }) => [
    button(name, { act: "open", team: customer_id }),
  ]);
  return cardOf(blocks([bold(team.several)], waits.map(team.joinAsked)), rows);
}

/** `paysFrom`: the team from whose account they pay in private. */
export function teamCard(
  view: TeamView,
  paysFrom: string | null,
  messages: Messages,
  news?: Part,
): Card {
  const { team: words, trx } = messages;
  const { customerId: team, you, members, invitations, requests } = view;
  const isOwner = mayDo(you.role, "manage");
  // Of who is no member any more.
  const formerSun = members.reduce<number>(
    (left, one) => left - one.usedTodaySun,
    view.usedTodaySun,
  );
  const isAlone = isOwner && members.filter(({ role }) => role === "owner").length === 1;
  const text = blocks(
    [bold(words.title(view.name)), words.you(you.role), isAlone ? words.alone : undefined],
    [news],
    [
      ...members.map((one) => words.member(one.name, one.role, trx(one.usedTodaySun))),
      formerSun > 0 ? words.former(trx(sun(formerSun))) : undefined,
    ],
    [
      words.used(trx(view.usedTodaySun)),
      limitsSaid("team", view.limits, messages) ?? words.noLimits,
      limitsSaid("you", you.limits, messages),
      view.onlyBookedWallets ? words.onlyBooked : undefined,
      view.tradersSeeMoney ? words.tradersSee : undefined,
    ],
    isOwner
      ? invitations.map(({ role, expiresAt }) => words.invitation(role, messages.time(expiresAt)))
      : [],
    [words.paysFrom(paysFrom === team ? view.name : undefined)],
  );
  const { buttons } = words;
  const manage: Row[] = isOwner
    ? [
        ...invitations.map(({ id: invitation, role }) => [
          button(buttons.uninvite(role), {
            ...{ act: "uninvite", team, invitation },
          }),
        ]),
        [
          button(buttons.invite, { act: "inviteAs", team }),
          button(buttons.members, { act: "members", team }),
        ],
        [
          button(buttons.limits, { act: "limits", team }),
          button(buttons.link, { act: "linkCode", team }),
        ],
        ...view.groups.map(({ chatId, title }) => [
          button(labelOf(buttons.unlink(title)), {
            ...{ act: "unlink", team, below: -chatId },
          }),
        ]),
        [
          button(buttons.booked(view.onlyBookedWallets), {
            ...{ act: "booked", team },
            is: view.onlyBookedWallets ? "off" : "on",
          }),
        ],
        [
          button(buttons.shown(view.tradersSeeMoney), {
            ...{ act: "shown", team },
            is: view.tradersSeeMoney ? "off" : "on",
          }),
        ],
      ]
    : [];
  const waiting: Row =
    requests.length > 0 ? [button(words.waiting(requests.length), { act: "requests", team })] : [];
  const pays: Row = mayDo(you.role, "seeMoney", view)
    ? paysFrom === team
      ? [button(buttons.mine, { act: "paysFrom", team: undefined })]
      : [button(labelOf(buttons.payFrom(view.name)), { act: "paysFrom", team })]
    : [];
  return cardOf(text, [
    waiting,
    ...manage,
    [
      button(messages.buttons.orders, { act: "orders", team, before: undefined }),
      button(messages.teamReport.button, { act: "report", team, days: "7" }),
      button(messages.teamLog.button, { act: "log", team, before: undefined }),
    ],
    pays,
    [
      ...(isOwner ? [button(buttons.rename, { act: "rename", team })] : []),
      button(buttons.leave, { act: "askRemove", team, user: you.userId }),
    ],
  ]);
}

/** The open ones: who asks for what. */
export function requestsCard(
  { customerId: team, name }: TeamView,
  requests: readonly { readonly id: string; readonly askedBy: string; readonly what: string }[],
  { team: words }: Messages,
): Card {
  return cardOf(blocks([bold(words.title(name))], [words.waiting(requests.length)]), [
    ...requests.map(({ id: request, askedBy, what }) => [
      button(labelOf(words.requestOf(askedBy, what)), {
        act: "request",
        team,
        request,
      }),
    ]),
    [button(words.buttons.back, { act: "open", team })],
  ]);
}

/** Of the team, or of a member, for whom the team's hold too. Undefined where there are none. */
export function limitsSaid(
  whose: "team" | "member" | "you",
  limits: Limits,
  { team, trx }: Messages,
): string | undefined {
  const said = LIMITS.flatMap(([of, column]) => {
    const limitSun = limits[column];
    return limitSun === null ? [] : [team.upTo(of, trx(limitSun))];
  });
  return said.length > 0 ? team.limits(whose, said) : undefined;
}

/** Those of a member, and of the team, which hold for them too. */
function memberLimits({ limits }: TeamView, member: TeamMember, messages: Messages): string[] {
  const ofTeam = limitsSaid("team", limits, messages);
  const own = limitsSaid("member", member.limits, messages);
  if (ofTeam === undefined) return [own ?? messages.team.noLimits];
  return [own ?? messages.team.noOwnLimits, ofTeam];
}

export function membersCard(
  { customerId: team, name, members }: TeamView,
  messages: Messages,
): Card {
  const { team: words } = messages;
  return cardOf(bold(words.title(name)), [
    ...members.map((one) => [
      button(`${one.name} · ${words.role(one.role)}`, { act: "member", team, user: one.userId }),
    ]),
    [button(words.buttons.back, { act: "open", team })],
  ]);
}

export function memberCard(view: TeamView, member: TeamMember, messages: Messages): Card {
  const { team: words, trx } = messages;
  const { customerId: team } = view;
  const { userId: user, name, role } = member;
  const { keys } = member;
  const text = blocks(
    [
      bold(words.member(name, role, trx(member.usedTodaySun))),
      ...memberLimits(view, member, messages),
    ],
    keys.map(({ startsWith, capSun }) => words.key(startsWith, trx(capSun))),
  );
  const others = ROLES.filter((one) => one !== role);
  return cardOf(text, [
    ...rowsOf(
      others.map((one) => button(words.role(one), { act: "role", team, user, role: one })),
      2,
    ),
    [
      button(words.buttons.limits, { act: "memberLimits", team, user }),
      button(words.buttons.newKey, { act: "keyCaps", team, user }),
    ],
    ...keys.map(({ keyId: key, startsWith, capSun }) => [
      button(words.buttons.revokeKey(startsWith, trx(capSun)), { act: "unkey", team, key }),
    ]),
    [button(words.buttons.remove, { act: "askRemove", team, user }, "danger")],
    [button(words.buttons.back, { act: "members", team })],
  ]);
}

export function askRemoveCard(view: TeamView, member: TeamMember, messages: Messages): Card {
  const { team: words } = messages;
  const { customerId: team, you } = view;
  const { userId: user, name } = member;
  const isSelf = you.userId === user;
  const { leaveNow, removeNow, back } = words.buttons;
  const others = whoElse({ kind: "removal", userId: user }, you.userId, view);
  const waits = others && words.removalWaits(others.length > 0);
  return cardOf(isSelf ? words.askLeave(view.name) : join([words.askRemove(name), waits]), [
    [
      button(isSelf ? leaveNow : removeNow, { act: "remove", team, user }, "danger"),
      button(back, { act: "open", team }),
    ],
  ]);
}

export function askUnlinkCard(
  { customerId: team }: TeamView,
  { chatId, title }: TeamView["groups"][number],
  { team: words }: Messages,
): Card {
  return cardOf(words.askUnlink(title), [
    [
      button(words.buttons.unlinkNow, { act: "unlinkNow", team, below: -chatId }, "danger"),
      button(words.buttons.back, { act: "open", team }),
    ],
  ]);
}

export function inviteCard({ customerId: team }: TeamView, { team: words }: Messages): Card {
  return cardOf(words.inviteAs, [
    ...rowsOf(
      ROLES.map((role) => button(words.role(role), { act: "invite", team, role })),
      2,
    ),
    [button(words.buttons.back, { act: "open", team })],
  ]);
}

export function inviteLinkCard(
  link: string,
  role: Role,
  expiresAt: number,
  { team, time }: Messages,
): Card {
  return cardOf(team.inviteLink(link, role, time(expiresAt)));
}

/** What an owner chooses from, in TRX. */
const SUMS = [10, 50, 200, 1_000];

const LIMITS = [
  ["order", "orderSun"],
  ["day", "daySun"],
  ["alone", "aloneSun"],
] as const;

/** Of the team, or of a member. */
export function limitsCard(
  view: TeamView,
  member: TeamMember | undefined,
  messages: Messages,
  news?: Part,
): Card {
  const { team: words } = messages;
  const { customerId: team, name, limits: ofTeam } = view;
  const limits = member?.limits ?? ofTeam;
  const user = member?.userId;
  const set = (of: (typeof LIMITS)[number][0], trx: number | undefined): TeamTap =>
    user === undefined ? { act: "cap", team, of, trx } : { act: "memberCap", team, user, of, trx };
  const rows = LIMITS.flatMap(([of, column]): Row[] => {
    const offered = [...SUMS, undefined].filter(
      (trx) => (trx === undefined ? null : trx * SUN_PER_TRX) !== limits[column],
    );
    const sums = offered.map((trx) => {
      const sum = trx === undefined ? undefined : messages.trx(sun(trx * SUN_PER_TRX));
      return button(words.limitButton[of](sum), set(of, trx));
    });
    const other = button(words.limitButton[of]("…"), { act: "otherSum", team, of, user });
    return rowsOf([...sums, other], 3);
  });
  const back: TeamTap = user === undefined ? { act: "open", team } : { act: "member", team, user };
  return cardOf(
    blocks(
      [bold(member?.name ?? words.title(name)), news],
      member
        ? memberLimits(view, member, messages)
        : [limitsSaid("team", ofTeam, messages) ?? words.noLimits],
      [words.chooseLimit],
    ),
    [...rows, [button(words.buttons.back, back)]],
  );
}

/** How much a key of theirs may spend in a day. */
export function keyCapsCard(
  { customerId: team }: TeamView,
  { userId: user, name }: TeamMember,
  { team: words }: Messages,
): Card {
  const sums = SUMS.map((trx) =>
    button(`${formatTrx(trx * SUN_PER_TRX)} TRX`, { act: "key", team, user, trx }),
  );
  const other = button(words.buttons.other, { act: "otherSum", team, of: "key", user });
  return cardOf(words.chooseCap(name), [
    ...rowsOf([...sums, other], 3),
    [button(words.buttons.back, { act: "member", team, user })],
  ]);
}

export function button(text: string, tapped: TeamTap, style?: Style): Button {
  const callback_data = encodeTap({ on: "team", tapped });
  return { text, callback_data, ...(style ? { style } : {}) };
}
