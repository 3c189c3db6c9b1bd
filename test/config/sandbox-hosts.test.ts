/** SANDBOX_HOSTS: which names it takes, and that a wrong one among them is told. */
import { describe, expect, it } from "vitest";
import { hostCheck } from "#shared/same-origin.js";
import { VARIABLES } from "../../src/config/variables.js";
import { ConfigError, loadConfig } from "../../src/config.js";

describe("the sandbox's hosts", () => {
  it("are names or addresses, with or without spaces between them", () => {
    expect(loadConfig({}).sandboxHosts).toEqual([]);
    const { sandboxHosts } = loadConfig({
      SANDBOX_HOSTS: "Desk, my_desk.lan.,10.0.0.1 ,[fd00::1]",
    });
    expect(sandboxHosts).toEqual(["Desk", "my_desk.lan.", "10.0.0.1", "[fd00::1]"]);
    // Two places know what a host is, and the one that is asked later takes what the first has taken.
    expect(hostCheck({ hosts: sandboxHosts })(["Host", "desk:3000"])).toBeUndefined();
  });

  it.each([
    "desk:3000",
    "",
    "*.lan",
    "http://desk",
    "a b",
    "1.2.3.4.5",
    "fd00::1",
    "[::1]:80",
    ".",
  ])("are not %j, which is named", (entry) => {
    const { takes } = VARIABLES.SANDBOX_HOSTS;
    const problem = `SANDBOX_HOSTS is "desk,${entry},other", and "${entry}" in it is wrong; it takes ${takes}.`;
    const wrong = { SANDBOX_HOSTS: `desk,${entry},other` };
    expect(() => loadConfig(wrong)).toThrow(new ConfigError([problem]));
  });
});
