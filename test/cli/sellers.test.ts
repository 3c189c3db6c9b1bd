/** `desk seller …`, over the socket of a desk that knows a node, and on a database alone. */
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { recoverSigner } from "../../src/chain/signed-elsewhere.js";
import { addressOfKey } from "../../src/domain/public-key.js";
import type { Engine } from "../../src/engine/context.js";
import { addressOf } from "../support/addresses.js";
import { signedText } from "../support/signed-text.js";
import { DELEGATING, newWallet } from "../support/wallets.js";
import { type Desk, deskOn, errorOf, resultOf, temporaryDirectory } from "./desk-command.js";
import { openEngine, placeOrder, runDesk } from "./running-desk.js";

const OPERATOR = addressOfKey("1".repeat(64));
const WALLET = newWallet();
const SELLER = WALLET.address;

/** A chain with one account, which lets the operator delegate. */
function withAccounts(engine: Engine): Engine {
  const ofOwner = { threshold: 1, keys: [{ address: SELLER, weight: 1 }] };
  const ofDesk = { threshold: 1, keys: [{ address: OPERATOR, weight: 1 }] };
  const permissions = [{ id: 2, operations: DELEGATING, ...ofDesk }];
  return Object.assign(engine, {
    sellerAccounts: {
      network: "sandbox",
      operator: OPERATOR,
      own: [],
      account: async () => ({
        contract: false,
        stakedSun: 1,
        permissions,
        ownerPermission: ofOwner,
      }),
      recoverSigner,
    },
  });
}

describe("with a desk that runs", () => {
  const directory = temporaryDirectory();
  const databasePath = join(directory.path, "desk.db");
  const desk: Desk = deskOn(databasePath);
  const result = (...args: string[]) => resultOf(desk, "seller", ...args);
  let customerId = "";
  let running: Awaited<ReturnType<typeof runDesk>>;

  beforeAll(async () => {
    running = await runDesk(databasePath);
    withAccounts(running.engine);
    ({ customerId } = await placeOrder(running.engine));
  });
  afterAll(async () => {
    await running.close();
    directory.remove();
  });

  it("registers a seller by a signed text, sets its offer and shows it", async () => {
    expect((await desk("seller", "list")).stdout).toContain("No sellers yet");
    const ofCustomer = ["--customer", customerId];
    const { challenge } = await result("register", SELLER, ...ofCustomer);
    const signature = await signedText(String(challenge), WALLET.privateKeyHex);
    const wrong = await errorOf(
      desk,
      ...["seller", "verify", SELLER, ...ofCustomer, "--signature", "ab".repeat(65)],
    );
    expect(wrong).toMatchObject({ status: 1, code: "SIGNATURE_INVALID" });
    const verified = await result("verify", SELLER, ...ofCustomer, "--signature", signature);
    expect(verified).toMatchObject({ address: SELLER, status: "active", offers: [] });

    const terms = ["--resource", "energy", "--min-price", "45", "--min-chunk", "30000"];
    const offered = await result("offer", SELLER, ...terms, "--longest", "7d", "--keep", "100");
    expect(offered.offers).toMatchObject([
      {
        ...{ resourceType: "energy", minPrice: 45, minChunk: 30_000, keep: 100, active: true },
        ...{ shortestDuration: "15m", longestDuration: "7d" },
      },
    ]);
    const off = await result("offer", SELLER, ...terms, "--active", "no");
    expect(off.offers).toMatchObject([{ active: false, longestDuration: "1d", keep: 0 }]);
    expect(await result("show", SELLER)).toEqual(off);
    expect(await result("fills", SELLER)).toEqual({ fills: [], nextCursor: null });
    expect(await result("list")).toMatchObject({ sellers: [{ address: SELLER, customerId }] });

    const shown = await desk("seller", "show", SELLER);
    expect(shown).toMatchObject({ status: 0, stderr: "" });
    expect(shown.stdout).toMatch(/energy +45 +15m to 1d +30,000 +0 +no/);
    const listed = await desk("seller", "list", "--customer", customerId);
    expect(listed.stdout).toMatch(new RegExp(`${SELLER}  ${customerId}  active +0 `));
    expect((await desk("seller", "list", "--customer", "nobody")).stdout).toContain("No sellers");
    expect(running.log.join("")).not.toContain(signature);
  });

  it("shows the text to sign, and until when", async () => {
    const said = await desk("seller", "register", SELLER, "--customer", customerId);
    expect(said.stdout).toContain(`I control the TRON account ${SELLER}`);
    expect(said.stdout).toContain("Sign this text as it is until");
  });

  it("tells what is wrong by the name that was typed", async () => {
    const line = ["seller", "offer", SELLER, "--resource", "trx", "--min-price", "0"];
    const wrong = await errorOf(desk, ...line, "--min-chunk", "x", "--active", "maybe");
    expect(wrong.code).toBe("VALIDATION_FAILED");
    const paths = (wrong.details as { path: string }[]).map(({ path }) => path);
    expect(paths.sort()).toEqual(["--active", "--min-chunk", "--min-price", "--resource"]);
    const small = ["--resource", "energy", "--min-price", "45", "--min-chunk", "5"];
    expect(await errorOf(desk, "seller", "offer", SELLER, ...small)).toMatchObject({
      code: "VALIDATION_FAILED",
      message: expect.stringContaining("at least 20,000 for Energy; it was 5"),
    });
    const stranger = addressOf(9);
    expect(await errorOf(desk, "seller", "show", stranger)).toMatchObject({
      code: "NOT_FOUND",
      message: expect.stringMatching(/^There is no seller .* `desk seller register` begins/),
    });
    const limit = await errorOf(desk, "seller", "fills", SELLER, "--limit", "101");
    expect(limit.code).toBe("VALIDATION_FAILED");
  });
});

describe("without a desk", () => {
  it("reads and sets offers, and says what needs one", async () => {
    const directory = temporaryDirectory();
    const databasePath = join(directory.path, "desk.db");
    const desk = deskOn(databasePath);
    const { engine, close } = await openEngine(databasePath);
    const { customerId } = await placeOrder(engine);
    const { enrolSeller } = await import("../../src/engine/sellers/sellers.js");
    await enrolSeller(engine, { address: SELLER, customerId });
    await close();
    const terms = ["--resource", "bandwidth", "--min-price", "500"];
    expect(await resultOf(desk, "seller", "offer", SELLER, ...terms)).toMatchObject({
      offers: [{ resourceType: "bandwidth", minPrice: 500, minChunk: 1_000 }],
    });
    const register = await errorOf(desk, "seller", "register", SELLER, "--customer", customerId);
    expect(register).toMatchObject({ code: "NOT_RUNNING" });
    directory.remove();
  });
});
