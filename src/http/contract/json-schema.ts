/** zod's schemas as JSON Schema 2020-12, the dialect of OpenAPI 3.1. */
import { z } from "zod";
import type { JsonSchema } from "./route.js";
import { NAMED, refTo } from "./shapes.js";

/** zod adds the safe integers as limits; the document shows real limits only. */
function dropSafeLimits({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
}

/** Checks in code have no schema: the description or a pattern says what they check. */
const OPTIONS = { unrepresentable: "any", override: dropSafeLimits } as const;

/** The schema of input. */
export const requestSchema = (schema: z.ZodType): JsonSchema => written(schema, "input");

/** The schema of a value read from a query's text. */
export function querySchema(schema: z.ZodType): JsonSchema {
  return written(schema, z.globalRegistry.get(schema)?.id ? "input" : "output");
}

/** What has an id of its own is referred to: it stands among the document's schemas. */
function written(schema: z.ZodType, io: "input" | "output"): JsonSchema {
  const { $schema, $defs, ...rest } = z.toJSONSchema(schema, { ...OPTIONS, io });
  return JSON.parse(JSON.stringify(rest).replaceAll('"#/$defs/', `"${refTo("")}`));
}

/** What requests share under an id. */
export function sharedSchemas(...schemas: z.ZodType[]): Record<string, JsonSchema> {
  const defs = schemas.map((schema) => z.toJSONSchema(schema, { ...OPTIONS, io: "input" }).$defs);
  return Object.assign({}, ...defs);
}

/** The named schemas of answers. An answer may gain fields, so other fields are allowed. */
export function namedSchemas(): Record<string, JsonSchema> {
  const { schemas } = z.toJSONSchema(NAMED, {
    ...OPTIONS,
    uri: refTo,
    override: (context) => {
      dropSafeLimits(context);
      const { jsonSchema } = context;
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    },
  });
  return Object.fromEntries(
    Object.entries(schemas)
      .map(([id, { $schema, $id, ...rest }]): [string, JsonSchema] => [id, rest])
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  );
}
