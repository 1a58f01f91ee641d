/** Where Durable Objects can be placed. D1 has a primary or replicas in some of these. */
export const regions = [
  'wnam',
  'enam',
  'sam',
  'weur',
  'eeur',
  'apac',
  'oc',
  'afr',
  'me',
] as const satisfies DurableObjectLocationHint[]

export type Region = (typeof regions)[number]

export const isRegion = (text: string): text is Region => (regions as readonly string[]).includes(text)

/** The region of the database's primary, if people elsewhere are to read from replicas; null: everybody reads from the primary. */
export function primaryRegion({
  READ_REPLICAS = 'off',
  READ_GUARD,
}: {
  readonly READ_REPLICAS?: string
  readonly READ_GUARD?: unknown
}): Region | null {
  if (READ_GUARD === undefined) return null
  const named = READ_REPLICAS.toLowerCase()
  return isRegion(named) ? named : null
}

/** Degrees of longitude at which the regions of a continent meet. */
const borders = { europe: 15, northAmerica: -100 }

/** Countries of Asia that are nearer to the Middle East than to the others. */
const middleEast = new Set('AE AM AZ BH GE IL IQ IR JO KW LB OM PS QA SA SY TR YE'.split(' '))

/**
 * The nearest region with replicas, for regions that have none. Objects do not run there either: one that is placed there starts in
 * a region nearby.
 */
const nearestWithReplicas: Readonly<Partial<Record<Region, Region>>> = { sam: 'enam', afr: 'weur', me: 'eeur' }

/** The region whose replicas are nearest to a region. */
export const replicaRegionOf = (region: Region): Region => nearestWithReplicas[region] ?? region

/** Whether replicas of the database are nearer than its primary, as far as the platform says where the request came from. */
export function isFarFromPrimary(env: Parameters<typeof primaryRegion>[0], region: Region | null): boolean {
  const primary = primaryRegion(env)
  return primary !== null && (region === null || replicaRegionOf(region) !== primary)
}

/** The region that a request came from, by what the platform says of it; null: it does not say. */
export function regionOf(cf: Readonly<Record<string, unknown>> | undefined): Region | null {
  const { continent, country, longitude } = cf ?? {}
  const isWestOf = (border: number): boolean => Number(longitude ?? 0) < border
  switch (continent) {
    case 'AF':
      return 'afr'
    case 'AS':
      return middleEast.has(String(country)) ? 'me' : 'apac'
    case 'EU':
      return isWestOf(borders.europe) ? 'weur' : 'eeur'
    case 'NA':
      return isWestOf(borders.northAmerica) ? 'wnam' : 'enam'
    case 'OC':
      return 'oc'
    case 'SA':
      return 'sam'
    default:
      return null
  }
}
