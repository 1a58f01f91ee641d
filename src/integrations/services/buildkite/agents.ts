import type { EventReader } from '../../integration'
import { boldLink, code, joinWords } from '../../markdown'
import type { Payload } from '../../payload'

const agentMessage = (payload: Payload, what: string) => ({
  topic: 'agents',
  content: `:warning: Agent ${boldLink(payload.firstText('agent.name', 'agent.id'), payload.text('agent.web_url'))} ${what}.`,
  subject: `agent ${payload.text('agent.id')}`,
})

export const lost: EventReader = (payload) => agentMessage(payload, 'was lost')

const blockedAddress = (payload: Payload): string => code(payload.text('blocked_ip'))

export const blocked: EventReader = (payload) => {
  const address = blockedAddress(payload)
  return agentMessage(payload, address === '' ? 'was blocked' : `was blocked, because ${address} is not allowed`)
}

export const registrationBlocked: EventReader = (payload) => ({
  topic: 'agents',
  content: `:warning: ${joinWords(
    'An agent could not be registered with the token',
    code(payload.text('cluster_token.description')),
    blockedAddress(payload) && `from the address ${blockedAddress(payload)}`,
  )}.`,
})
