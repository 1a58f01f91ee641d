import { Refusal, type AnswerOf } from '../../client'
import { ownWire } from '../session/open'

type About = AnswerOf<'GET /server_settings'>

/** What the server says about the host of this page. */
export interface Host {
  /** Null if no organization exists at this host. */
  readonly organization: (About & { readonly realm_name: string }) | null
  /** Whether and how an organization can be founded at this host. */
  readonly founding: About['founding']
}

export const wire = ownWire()

export async function askHost(): Promise<Host> {
  try {
    const about = await wire.ask('GET /server_settings')
    const { realm_name, founding } = about
    return { organization: realm_name === undefined ? null : { ...about, realm_name }, founding }
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'NONEXISTENT_SUBDOMAIN') throw error
    return { organization: null, founding: error.answer['founding'] as About['founding'] }
  }
}
