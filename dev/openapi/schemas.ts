import { z } from 'zod'

export type JsonSchema = Record<string, unknown>

/** JSON schemas made by zod, and the components that they refer to. */
export class Schemas {
  readonly components: Record<string, JsonSchema> = {}

  /** A schema, or a reference if it has a name. */
  of(schema: z.ZodType): JsonSchema {
    return this.ofShape({ it: schema }).properties['it']!
  }

  /** The schemas of an object's fields. */
  ofShape(shape: z.ZodRawShape): { properties: Record<string, JsonSchema>; required?: string[] } {
    const {
      $schema: _,
      $defs = {},
      ...made
    } = z.toJSONSchema(z.object(shape), {
      unrepresentable: 'any',
      io: 'input',
      override: ({ jsonSchema }) => withoutEverySafeNumber(jsonSchema),
    })
    for (const [name, component] of Object.entries($defs)) {
      const { id: _id, ...described } = referring(component) as JsonSchema
      this.components[name] = described
    }
    return referring(made) as ReturnType<Schemas['ofShape']>
  }
}

/** Removes the range of safe integers, which zod adds to every integer. */
function withoutEverySafeNumber(schema: JsonSchema): void {
  if (schema['minimum'] === Number.MIN_SAFE_INTEGER) delete schema['minimum']
  if (schema['maximum'] === Number.MAX_SAFE_INTEGER) delete schema['maximum']
}

/** Makes references point to the components of the document. */
function referring(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(referring)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      key,
      key === '$ref' && typeof one === 'string' ? one.replace('#/$defs/', '#/components/schemas/') : referring(one),
    ]),
  )
}
