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
  const schemas = {
    ...Object.fromEntries(all.filter(([name]) => !isFailure(name))),
    ErrorCode: { type: "string", enum: all.map(([name]) => name).filter(isFailure) },
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
