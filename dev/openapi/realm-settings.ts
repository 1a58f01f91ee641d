type Json = Record<string, unknown>

interface DescribedJson extends Json {
  description?: string
}

interface ChangeRealm {
  requestBody: { content: Record<string, { schema: { properties: Record<string, DescribedJson> } }> }
  responses: Record<string, { content: Record<string, { schema: { properties: Record<string, DescribedJson> } }> }>
}

/**
 * A setting of the organization is described once, where it is changed. The response to the change has it under the same name,
 * and the initial state with the prefix `realm_`. Both get this description unless they have their own.
 */
export function describeRealmSettings(paths: Record<string, Record<string, unknown>>): void {
  const { requestBody, responses } = paths['/realm']!['patch'] as ChangeRealm
  const settings = Object.values(requestBody.content)[0]!.schema.properties
  const words = new Map(Object.entries(settings).map(([name, { description }]) => [name, description]))
  describe(Object.values(responses['200']!.content)[0]!.schema.properties, words)
  const realmWords = new Map([...words].map(([name, description]) => [`realm_${name}`, description]))
  eachProperties(paths, (properties) => describe(properties, realmWords))
}

function describe(properties: Record<string, DescribedJson>, words: ReadonlyMap<string, string | undefined>): void {
  for (const [name, property] of Object.entries(properties)) {
    const description = words.get(name)
    if (property.description === undefined && description !== undefined) property.description = description
  }
}

/** Calls `found` with the properties of every schema within a value. */
function eachProperties(value: unknown, found: (properties: Record<string, DescribedJson>) => void): void {
  if (typeof value !== 'object' || value === null) return
  const { properties } = value as { properties?: Record<string, DescribedJson> }
  if (typeof properties === 'object') found(properties)
  for (const one of Object.values(value)) eachProperties(one, found)
}
