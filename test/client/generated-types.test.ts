/** The client's types are made from the OpenAPI document; `npm run client-types` writes them anew. */
import { createRequire } from "node:module";
import { test } from "vitest";
import { openApiDocument } from "../../src/http/document.js";

const CLIENT = new URL("../../packages/client/", import.meta.url);

const HEAD = `/**
 * The named schemas of the desk's OpenAPI document as types. All lines are made by \`npm run client-types\`.
 * Money is in TRX, exact to 6 decimals; \`price\` in SUN per unit; amounts in units; times in Unix milliseconds.
 */
`;

/** The client asks for quotes with the bodies of orders, and for nothing of the desk's own. */
const UNUSED = ["FastQuote", "ManualQuote", "SellerAccount", "Places", "Alive", "Ready"];

interface Failure {
  readonly error: { readonly properties: { readonly details?: object } };
}

interface TypeWriter {
  readonly default: (document: string, options: object) => Promise<unknown>;
  readonly astToString: (nodes: unknown) => string;
}

test("the client's types are those of the document", async ({ expect }) => {
  // The client has it, because it needs an older compiler than the desk has.
  const writer: TypeWriter = createRequire(CLIENT)("openapi-typescript");
  const { components, ...document } = openApiDocument();
  const isFailure = (name: string) => /^[A-Z_]+$/.test(name);
  const all = Object.entries(components.schemas);
  const failures = all.filter(([name]) => isFailure(name));
  const details = failures.flatMap(([code, { properties }]) => {
    const said = (properties as Failure).error.properties.details;
    return said ? [[code, said] as const] : [];
  });
  const schemas = {
    ...Object.fromEntries(all.filter(([name]) => !isFailure(name) && !UNUSED.includes(name))),
    ErrorCode: { type: "string", enum: failures.map(([name]) => name) },
    ErrorDetails: {
      type: "object",
      properties: Object.fromEntries(details),
      required: details.map(([code]) => code),
    },
  };
  const types = await writer.default(
    JSON.stringify({ ...document, paths: {}, components: { schemas } }),
    { immutable: true, defaultNonNullable: false },
  );
  const text = writer.astToString(types);
  const [named = ""] = /^export interface components \{.*?^\}$/ms.exec(text) ?? [];
  const written = `${HEAD}${named.replace(/^ {4,}/gm, (indent) => indent.slice(indent.length / 2))}\n`;
  await expect(written).toMatchFileSnapshot(new URL("src/api.ts", CLIENT).pathname);
});
