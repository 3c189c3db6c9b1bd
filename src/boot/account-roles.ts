/** One account, one role: whoever takes a key, or is credited with what an address receives, must not have a second role with it. */
import { type Config, ConfigError } from "../config.js";
import type { Address } from "../domain/address.js";
import { depositKeysOf } from "../engine/deposits/addresses.js";
import type { NodeConnection } from "./node.js";

type Accounts = Pick<NodeConnection, "operator" | "payout" | "poolOwners">;

/** Throws ConfigError where an account has two roles. In the sandbox nothing has value, and all may be one account. */
export function assertRoles(config: Config, accounts: Accounts): void {
  if (config.network === "sandbox") return;
  const roles = rolesOf(config, accounts);
  const problems = roles.flatMap(([name, one], at) =>
    roles
      .slice(at + 1)
      .filter(([other, same]) => same === one && other !== name)
      .map(
        ([other]) =>
          `${name} and ${other} name one account, ${one}; each needs an account of its own (docs/operations/going-live.md says which key lies where).`,
      ),
  );
  if (problems.length > 0) throw new ConfigError(problems);
}

function rolesOf(
  config: Config,
  { operator, payout, poolOwners }: Accounts,
): (readonly [name: string, account: Address])[] {
  const { operatorKeyFile, payoutKeyFile, depositSweepTo, depositXpub } = config;
  return [
    [operatorKeyFile ? "OPERATOR_KEY_FILE" : "OPERATOR_KEY", operator.address],
    ...(payout
      ? [[payoutKeyFile ? "PAYOUT_KEY_FILE" : "PAYOUT_KEY", payout.address] as const]
      : []),
    ...poolOwners.map((owner) => ["POOL_OWNERS", owner] as const),
    ...(depositSweepTo ? [["DEPOSIT_SWEEP_TO", depositSweepTo] as const] : []),
    ...(depositXpub
      ? [["the first address of DEPOSIT_XPUB", depositKeysOf(depositXpub).first] as const]
      : []),
  ];
}
