import { endpoint } from '../core/http/endpoint'

/** Reports of clients about themselves are taken, whatever they hold, and dropped (endpoints, Other). */
const dropped = { returns: {}, run: async () => ({}) } as const

export const reportSendTimesEndpoint = endpoint('POST /report/send_times', {
  summary: 'Report how long sending took',
  ...dropped,
})

export const reportNarrowTimesEndpoint = endpoint('POST /report/narrow_times', {
  summary: 'Report how long narrowing took',
  ...dropped,
})

export const reportUnnarrowTimesEndpoint = endpoint('POST /report/unnarrow_times', {
  summary: 'Report how long leaving a narrow took',
  ...dropped,
})

export const reportErrorEndpoint = endpoint('POST /report/error', {
  summary: 'Report an error of the client',
  ...dropped,
})
