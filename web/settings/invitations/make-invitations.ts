import { Refusal } from '../../../client'
import type { Session } from '../../session/open'
import { reasonOf } from '../../ui/reason'
import type { InvitationKind } from './terms'

/** What the form asks for. */
export interface InvitationPlan {
  readonly kind: InvitationKind
  readonly emails: string
  readonly role: number
  readonly days: number | null
  readonly stream_ids: number[]
}

/** What the server made of a `Plan`. */
export interface InvitationResult {
  /** Links to pass on: for many people, or to an email address that gets no mail. */
  readonly links: readonly { readonly email: string | null; readonly link: string }[]
  /** Email addresses to which the server sends their link. */
  readonly mailed: readonly string[]
  /** Email addresses that were refused, with the reasons. */
  readonly refused: readonly (readonly [email: string, reason: string])[]
}

interface Invitation {
  readonly email: string
  readonly link_url: string
  readonly is_mailed: boolean
}

interface InvitationFailure {
  readonly errors?: readonly [email: string, msg: string, isDeactivated: boolean][]
  /** In the order of `errors`. */
  readonly error_reasons?: readonly string[]
  readonly invitations?: readonly Invitation[]
}

const madeOf = (invitations: readonly Invitation[]): Pick<InvitationResult, 'links' | 'mailed'> => ({
  links: invitations.filter(({ is_mailed }) => !is_mailed).map(({ email, link_url }) => ({ email, link: link_url })),
  mailed: invitations.filter(({ is_mailed }) => is_mailed).map(({ email }) => email),
})

/** Makes one link for many people, or one for each email address. The server may refuse some of the addresses. */
export async function makeInvitations(
  ask: Session['ask'],
  { kind, emails, role, days, stream_ids }: InvitationPlan,
): Promise<InvitationResult> {
  const terms = { invite_as: role as 400, invite_expires_in_days: days, stream_ids }
  if (kind === 'link') {
    const { invite_link } = await ask('POST /invites/multiuse', terms)
    return { links: [{ email: null, link: invite_link }], mailed: [], refused: [] }
  }
  try {
    const { invitations } = await ask('POST /invites', { invitee_emails: emails, ...terms })
    return { ...madeOf(invitations), refused: [] }
  } catch (error) {
    const {
      errors = [],
      error_reasons = [],
      invitations = [],
    } = (error instanceof Refusal ? error.answer : {}) as InvitationFailure
    if (errors.length === 0) throw error
    return {
      ...madeOf(invitations),
      refused: errors.map(([email, msg], index) => [
        email,
        reasonOf(new Refusal({ msg, reason: error_reasons[index] }, null)),
      ]),
    }
  }
}
