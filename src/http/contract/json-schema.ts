/** zod's schemas as JSON Schema 2020-12, the dialect of OpenAPI 3.1. */
import { z } from "zod";
import { NAMED } from "../../answers/shapes.js";
import type { JsonSchema } from "./route.js";

/** zod adds the safe integers as limits; the document shows real limits only. */
function dropSafeLimits({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
}

/** Checks in code have no schema: the description or a pattern says what they check. */
const OPTIONS = { unrepresentable: "any", override: dropSafeLimits } as const;

/** The schema of input. */
export function requestSchema(schema: z.ZodType): JsonSchema {
  const { $schema, ...rest } = z.toJSONSchema(schema, { ...OPTIONS, io: "input" });
  return rest;
}

/** The schema of a value read from a query's text. */
export function querySchema(schema: z.ZodType): JsonSchema {
  const { $schema, ...rest } = z.toJSONSchema(schema, OPTIONS);
  return rest;
}

/** The named schemas of answers. An answer may gain fields, so other fields are allowed. */
export function namedSchemas(): Record<string, JsonSchema> {
  const uri = (id: string) => `#/components/schemas/${id}`;
  const { schemas } = z.toJSONSchema(NAMED, {
    ...OPTIONS,
    uri,
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
