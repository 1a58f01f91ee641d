import type { Payload } from '../../payload'

/** Whether a field was changed. Values that were empty before are null. */
export const isChanged = (payload: Payload, field: string): boolean =>
  payload.entries('updatedFrom').some(([name]) => name === field)

/** Name of who did it. */
export const actor = (payload: Payload): string =>
  payload.firstText('actor.name', 'data.user.name', 'data.creator.name') || 'Somebody'
