/** What becomes of an event that the object of an organization takes. */
export const eventOutcomes = ['posted', 'edited', 'repeated', 'gathered', 'unknown'] as const

export type EventOutcome = (typeof eventOutcomes)[number]

/** What becomes of a failed request that is taken again. `not_shown`: nobody wants to read of its event. */
export const retryOutcomes = [...eventOutcomes, 'not_shown'] as const

export type RetryOutcome = (typeof retryOutcomes)[number]
