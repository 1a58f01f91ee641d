import { z } from 'zod'

export type JsonSchema = Record<string, unknown>

/** JSON schemas of zod's, and the components that they refer to. */
export class Schemas {
  readonly components: Record<string, JsonSchema> = {}

  /** The schema, or a reference to it where it has a name. */
  of(schema: z.ZodType): JsonSchema {
    return this.ofShape({ it: schema }).properties['it']!
  }

  /** An object of these fields. */
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

/** That a number can be told exactly goes without saying. */
function withoutEverySafeNumber(schema: JsonSchema): void {
  if (schema['minimum'] === Number.MIN_SAFE_INTEGER) delete schema['minimum']
  if (schema['maximum'] === Number.MAX_SAFE_INTEGER) delete schema['maximum']
}

/** The same with references to the components of the document. */
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
