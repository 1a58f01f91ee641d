import { actionTable } from './actions'
import { answerAsk, answerRead, app } from './app'
import { RealmObject } from './core/realm/realm-object'

/** The Durable Object of one realm. */
export class Realm extends RealmObject {
  protected readonly table = actionTable
  protected readonly answerAsk = answerAsk
  protected readonly answerRead = answerRead
}

export { Passwords } from './auth/passwords-object'

export default app
