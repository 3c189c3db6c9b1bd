/** The texts of /key. */
import { bold, join, rich } from "../../format.js";
import type { KeyTexts } from "../messages/keys.js";

export const keys: KeyTexts = {
  title: "API keys",
  about: "With a key your programs order over HTTP, from your balance.",
  none: "You have none.",
  line: (startsWith, issued) => rich`${startsWith}, issued ${issued}`,
  full: (most) => `You have ${most}, the most there may be. Revoke one to issue another.`,
  issue: "Issue a key",
  revoke: (startsWith) => `Revoke ${startsWith}`,
  askRevoke: (startsWith) =>
    join([
      rich`Revoke the key ${startsWith}?`,
      "Programs that use it are refused at once. It cannot be undone.",
    ]),
  confirmRevoke: "Revoke",
  revoked: (startsWith) => rich`✅ The key ${startsWith} is revoked.`,
  gone: "That key is not in use any more.",
  shown: (key) =>
    join([
      bold("Your new API key"),
      key,
      "It is shown once: keep it now, the desk does not store it. Whoever has it can spend your balance. Delete this message when you have kept it.",
    ]),
  copy: "Copy the key",
  notShown: (startsWith) =>
    rich`⚠️ A new key (${startsWith}) could not be shown for sure, so it was revoked. Issue another with /key.`,
};
