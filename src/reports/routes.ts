import { endpoint } from '../core/http/endpoint'

/** Reports of clients about themselves are taken, whatever they hold, and dropped (endpoints, Other). */
const dropped = { returns: {}, run: async () => ({}) } as const

export const sendTimesEndpoint = endpoint('POST /report/send_times', {
  summary: 'Report how long sending took',
  ...dropped,
})

export const narrowTimesEndpoint = endpoint('POST /report/narrow_times', {
  summary: 'Report how long narrowing took',
  ...dropped,
})

export const unnarrowTimesEndpoint = endpoint('POST /report/unnarrow_times', {
  summary: 'Report how long leaving a narrow took',
  ...dropped,
})

export const errorReportEndpoint = endpoint('POST /report/error', {
  summary: 'Report an error of the client',
  ...dropped,
})
