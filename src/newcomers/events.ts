import { tell, type OutgoingEvent, type Turn } from '../core/turn/change'
import { administrators } from '../users/audience'

/** The event that makes administrators load the list of newcomers again. */
export const newcomersChanged = async (turn: Pick<Turn, 'cached' | 'realm_id'>): Promise<OutgoingEvent> =>
  tell(await administrators(turn), { type: 'newcomers' })
