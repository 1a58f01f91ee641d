/**
 * Plays the analytics API of the platform. Runs in Node.js. The account `whole` has all figures, `partial` has one dataset and is
 * refused the others, and `odd` gets malformed figures.
 */

const groups: Record<string, (date: string) => object> = {
  d1AnalyticsAdaptiveGroups: (date) => ({ sum: { rowsRead: 2_000_000, rowsWritten: 50_000 }, dimensions: { date } }),
  d1StorageAdaptiveGroups: (date) => ({ max: { databaseSizeBytes: 400_000_000 }, dimensions: { date } }),
  workersInvocationsAdaptive: (date) => ({ sum: { requests: 25_000 }, dimensions: { date } }),
  durableObjectsInvocationsAdaptiveGroups: (date) => ({ sum: { requests: 10_000 }, dimensions: { date } }),
  // 1000 seconds, in microseconds.
  durableObjectsPeriodicGroups: (date) => ({ sum: { activeTime: 1e9, rowsWritten: 5000 }, dimensions: { date } }),
}

const odd = [
  null,
  7,
  { sum: { rowsRead: -1, rowsWritten: '9', requests: null }, dimensions: { date: 'someday' } },
  { sum: { rowsWritten: true, rowsRead: {} }, dimensions: null },
]

/** The answer to a GraphQL query, as JSON. */
export function analyticsAnswer(body: string): string {
  const { query, variables } = JSON.parse(body) as { query: string; variables: { account: string; from: string } }
  const dataset = Object.keys(groups).find((name) => query.includes(`${name}(`))!
  const isKnown = variables.account === 'whole' || dataset === 'd1AnalyticsAdaptiveGroups'
  if (!isKnown && variables.account === 'partial')
    return JSON.stringify({ data: null, errors: [{ message: `unknown field ${dataset}` }] })
  // A query asks for thirty days; this is the last one.
  const today = new Date(Date.parse(variables.from) + 29 * 86_400_000).toISOString().slice(0, 10)
  const found = variables.account === 'odd' ? odd : [groups[dataset]!(today)]
  return JSON.stringify({ data: { viewer: { accounts: [{ groups: found }] } }, errors: null })
}
