import { ofStreams } from './of-streams'

/** User ids of the subscribers of a stream. Loaded when the user is about to mention somebody. */
export const membersOf = ofStreams(async ({ ask }, stream_id): Promise<readonly number[]> => {
  const { subscribers } = await ask('GET /streams/{stream_id}/members', { stream_id })
  return subscribers
})
