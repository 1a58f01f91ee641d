import { ofStreams } from './of-streams'

/** Who receives what is sent to the streams of an account. They are asked for when somebody is about to be mentioned. */
export const membersOf = ofStreams(async ({ ask }, stream_id): Promise<readonly number[]> => {
  const { subscribers } = await ask('GET /streams/{stream_id}/members', { stream_id })
  return subscribers
})
