/** setWebhook, deleteWebhook and getWebhookInfo. */
import { saveSetting, setting } from "../storage/settings.js";
import type { Storage } from "../storage/storage.js";
import { confirmAll, pendingCount } from "../storage/updates.js";
import { badRequest } from "../wire/api-error.js";
import type { Params } from "../wire/params.js";
import type { World } from "../world.js";

export interface Webhook {
  readonly url: string;
  readonly secretToken: string;
  readonly maxConnections: number;
}

/** In memory: it says how delivery goes, and delivery begins again with the program. */
export interface WebhookTrouble {
  readonly dateS: number;
  readonly message: string;
}

const PRESET_CONNECTIONS = 40;
const MOST_CONNECTIONS = 100;
const MOST_SECRET = 256;

export function webhookOf(storage: Storage): Webhook | undefined {
  return setting<Webhook | null>(storage, "webhook") ?? undefined;
}

export function setWebhook(world: World, params: Params): unknown {
  const url = params.text("url");
  if (url === "") return deleteWebhook(world, params);
  const secretToken = params.text("secret_token");
  if (secretToken.length > MOST_SECRET) throw badRequest("secret token is too long");
  if (!/^[A-Za-z0-9_-]*$/.test(secretToken)) {
    throw badRequest("secret token contains unallowed characters");
  }
  if (!URL.canParse(url)) throw badRequest("invalid webhook URL specified");
  // Telegram wants HTTPS; a bot on the same machine has plain HTTP.
  if (!/^https?:$/.test(new URL(url).protocol)) {
    throw badRequest("bad webhook: An HTTPS URL must be provided for webhook");
  }
  readAllowedUpdates(world.storage, params);
  if (params.flag("drop_pending_updates")) confirmAll(world.storage);
  const maxConnections = params.integerWithin(
    "max_connections",
    PRESET_CONNECTIONS,
    1,
    MOST_CONNECTIONS,
  );
  const webhook: Webhook = { url, secretToken, maxConnections };
  saveSetting(world.storage, "webhook", webhook);
  world.storage.afterCommit(() => world.events.emit("webhook"));
  return true;
}

export function deleteWebhook(world: World, params: Params): unknown {
  if (params.flag("drop_pending_updates")) confirmAll(world.storage);
  saveSetting(world.storage, "webhook", null);
  world.storage.afterCommit(() => world.events.emit("webhook"));
  return true;
}

export function webhookInfo(world: World, trouble: WebhookTrouble | undefined): unknown {
  const { storage } = world;
  const webhook = webhookOf(storage);
  const allowed = setting<string[]>(storage, "allowed_updates") ?? [];
  return {
    url: webhook?.url ?? "",
    has_custom_certificate: false,
    pending_update_count: pendingCount(storage, world.nowMs),
    ...(trouble && { last_error_date: trouble.dateS, last_error_message: trouble.message }),
    ...(webhook && { max_connections: webhook.maxConnections, ip_address: "<unknown>" }),
    ...(allowed.length > 0 && { allowed_updates: allowed }),
  };
}

/** Kept until it is given again; an empty list asks for the usual kinds. */
export function readAllowedUpdates(storage: Storage, params: Params): void {
  const text = params.text("allowed_updates");
  if (text === "") return;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return;
  }
  if (!Array.isArray(value)) return;
  const kinds = value.filter((kind): kind is string => typeof kind === "string");
  const before = setting<string[]>(storage, "allowed_updates") ?? [];
  if (JSON.stringify(before) !== JSON.stringify(kinds)) {
    saveSetting(storage, "allowed_updates", kinds);
  }
}
