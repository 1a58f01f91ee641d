interface Schema {
  readonly $ref?: string
  readonly description?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly [key: string]: unknown
}

interface Content {
  readonly schema?: Schema
  readonly example?: unknown
}

interface Operation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly description?: string
  readonly parameters?: readonly (Content & { name: string; description?: string })[]
  readonly requestBody?: { readonly content: Readonly<Record<string, Content>> }
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, Content>> }>>
}

/** What is checked. */
export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

/** Operations, parameters and fields that lack a description or an example, one in each line. */
export function undescribedIn({ paths, components }: OpenApi): string[] {
  const operations = Object.values(paths).flatMap((byMethod) => Object.values(byMethod))
  return [...new Set(operations.flatMap((operation) => missingIn(operation, components.schemas)))]
}

function missingIn(operation: Operation, components: OpenApi['components']['schemas']): string[] {
  const { operationId, description, parameters = [], requestBody, responses } = operation
  const contents = [
    ...parameters.flatMap(({ name, ...content }) => [{ at: `${operationId}(${name})`, content }]),
    ...Object.values(requestBody?.content ?? {}).map((content) => ({ at: `${operationId}()`, content })),
    ...Object.values(responses['200']?.content ?? {}).map((content) => ({ at: `${operationId}: answer`, content })),
  ]
  const answers = Object.values(responses).flatMap(({ content = {} }) => Object.values(content))
  return [
    ...(description === undefined ? [`${operationId} has no doc comment.`] : []),
    ...parameters
      .filter((one) => one.description === undefined)
      .map(({ name }) => `${operationId}(${name}) is not described.`),
    ...contents.flatMap(({ at, content }) => missingBelow(content.schema, at, components, new Set())),
    ...(!('302' in responses) && answers.every((content) => content.example === undefined)
      ? [`${operationId} has no example.`]
      : []),
  ]
}

/** Properties below a schema that lack a description. */
function missingBelow(
  schema: unknown,
  at: string,
  components: OpenApi['components']['schemas'],
  seen: Set<string>,
): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { $ref, properties = {}, ...rest } = schema as Schema
  const name = $ref?.split('/').at(-1)
  const referred = name === undefined || seen.has(name) ? undefined : components[name]
  if (name !== undefined) seen.add(name)
  return [
    ...(referred === undefined || referred.description !== undefined ? [] : [`${name} is not described.`]),
    ...(referred === undefined ? [] : missingBelow(referred, name!, components, seen)),
    ...Object.entries(properties).flatMap(([property, of]) => [
      ...(isDescribed(of, components) ? [] : [`${at}.${property} is not described.`]),
      ...missingBelow(of, `${at}.${property}`, components, seen),
    ]),
    ...Object.entries(rest)
      .filter(([key]) => !['default', 'example', 'enum', 'const', 'required'].includes(key))
      .flatMap(([, of]) => missingBelow(of, at, components, seen)),
  ]
}

/** Whether a schema is described. References to a described component and constants need no description. */
const isDescribed = ({ description, $ref, ...rest }: Schema, components: OpenApi['components']['schemas']): boolean =>
  description !== undefined ||
  'const' in rest ||
  ($ref !== undefined && components[$ref.split('/').at(-1)!]?.description !== undefined)
