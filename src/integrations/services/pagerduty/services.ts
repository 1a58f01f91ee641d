import type { EventReader } from '../../integration'
import { link } from '../../markdown'
import { agent } from './incidents'

const changed =
  (verb: string): EventReader =>
  (payload) => ({
    topic: 'services',
    content: `${agent(payload) || 'Somebody'} ${verb} the service ${link(
      payload.firstText('event.data.summary', 'event.data.name'),
      payload.text('event.data.html_url'),
    )}.`,
  })

export const created = changed('created')
export const deleted = changed('deleted')

/** Somebody tries whether the webhook works. */
export const ping: EventReader = () => ({ topic: 'PagerDuty', content: 'PagerDuty is connected to this stream.' })
