import { endpoint } from '../core/http/endpoint'

/** Accepts a report with any fields, and drops it (endpoints, Other). */
const dropped = { returns: {}, run: async () => ({}) } as const

/** Accepts a client's measurements with any fields, and drops them. Bots need not send any. */
export const reportSendTimesEndpoint = endpoint('POST /report/send_times', {
  summary: 'Report how long sending took',
  ...dropped,
})

/** Accepts a client's measurements with any fields, and drops them. Bots need not send any. */
export const reportNarrowTimesEndpoint = endpoint('POST /report/narrow_times', {
  summary: 'Report how long narrowing took',
  ...dropped,
})

/** Accepts a client's measurements with any fields, and drops them. Bots need not send any. */
export const reportUnnarrowTimesEndpoint = endpoint('POST /report/unnarrow_times', {
  summary: 'Report how long leaving a narrow took',
  ...dropped,
})

/** Accepts a client's report of its own failure with any fields, and drops it. Nobody reads it. */
export const reportErrorEndpoint = endpoint('POST /report/error', {
  summary: 'Report an error of the client',
  ...dropped,
})
