import { actionTable } from './actions'
import { answerAsk, answerRead, app } from './app'
import { RealmObject } from './core/realm/realm-object'
import { takeMail, type MailCall, type MailReceiver } from './incoming-mail/arrival'
import { receiveMail } from './incoming-mail/receiving'

/** The Durable Object of one realm. */
export class Realm extends RealmObject implements MailReceiver {
  protected readonly table = actionTable
  protected readonly answerAsk = answerAsk
  protected readonly answerRead = answerRead

  async receiveMail(call: MailCall, raw: ReadableStream<Uint8Array>): Promise<string> {
    const { address, size } = call
    return this.take(call, async (own) => JSON.stringify(await receiveMail(own, address, { raw, size })))
  }
}

export { Passwords } from './auth/passwords-object'
export { OldTexts } from './old-texts/old-texts-object'
export { ReadGuard } from './core/realm/read-guard'

export default {
  fetch: (request: Request, env: Env, context: ExecutionContext) => app.fetch(request, env, context),
  email: takeMail,
}
