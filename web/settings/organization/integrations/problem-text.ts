import { Refusal } from '../../../../client'
import { texts } from '../../../i18n'
import { reasonOf } from '../../../ui/reason'

/** Why a request made no message, or a feed could not be read. */
interface Problem {
  /** In the server's own words. */
  readonly problem: string
  readonly code: string | null
  readonly reason: string | null
}

/** A problem by its reason or code; else in the server's own words. */
export function problemText({ reason, code, problem }: Problem): string {
  const t = texts.integrationPage.deliveries.problems
  const sentences: Readonly<Record<string, string>> = {
    not_signed: t.notSigned,
    unreadable_body: t.unreadable,
    wrong_service: t.wrongService,
    not_allowed: t.notAllowed,
    STREAM_DOES_NOT_EXIST: t.noStream,
  }
  return sentences[reason ?? ''] ?? sentences[code ?? ''] ?? reasonOf(new Refusal({ msg: problem, code, reason }, null))
}
