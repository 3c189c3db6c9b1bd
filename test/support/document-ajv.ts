/** ajv for the OpenAPI document: it also understands what the document says in a keyword of its own. */
import { Ajv2020, type AnySchemaObject, type Options } from "ajv/dist/2020.js";

/** The parts of the document are found under its name: "document#/paths/…". */
export function documentAjv(document: object, options: Options = {}): Ajv2020 {
  const ajv = new Ajv2020({
    strict: false,
    validateFormats: false,
    inlineRefs: false,
    ...options,
  });
  ajv.removeKeyword("enum");
  ajv.addKeyword({ keyword: "enum", schemaType: "array", compile: oneOf });
  return ajv.addSchema({ $id: "document", ...document });
}

/** Names that are marked so are taken in any letter case, which JSON Schema has no word for. */
function oneOf(values: readonly unknown[], schema: AnySchemaObject): (given: unknown) => boolean {
  const isAnyCase = schema["x-case-insensitive"] === true;
  const plain = (value: unknown) =>
    isAnyCase && typeof value === "string" ? value.toLowerCase() : value;
  const taken = new Set(values.map(plain));
  return (given) => taken.has(plain(given));
}
