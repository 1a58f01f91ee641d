import { byField, notShown, type EventReader } from '../../integration'
import { bold, lines, link, quote, joinWords } from '../../markdown'
import type { Payload } from '../../payload'
import { entryOf } from '../../tables'
import { actor, isChanged } from './people'

const addressOf = (payload: Payload): string => payload.firstText('url', 'data.url')

/** What somebody did to a thing with a name. */
const named =
  (noun: string, verb: string): EventReader =>
  (payload) => {
    const name = payload.firstText('data.name', 'data.title')
    return {
      topic: name || noun,
      content: lines(
        `${joinWords(bold(actor(payload)), verb, 'the', noun, link(name, verb === 'deleted' ? '' : addressOf(payload)))}.`,
        verb === 'created' ? quote(payload.text('data.description')) : '',
      ),
    }
  }

/** A change of a thing. Only a move to another state is told. */
const moved =
  (noun: string): EventReader =>
  (payload) => {
    const state = payload.firstText('data.status.name', 'data.status', 'data.state')
    const isMoved = ['statusId', 'status', 'state'].some((field) => isChanged(payload, field))
    if (state === '' || !isMoved) return 'not_shown'
    const name = payload.text('data.name')
    return {
      topic: name || noun,
      content: `${joinWords(bold(actor(payload)), 'moved the', noun, link(name, addressOf(payload)), 'to', bold(state))}.`,
    }
  }

const thing = (noun: string): EventReader =>
  byField('action', {
    create: named(noun, 'created'),
    update: moved(noun),
    remove: named(noun, 'deleted'),
  })

export const projects = thing('project')
export const initiatives = thing('initiative')

const healths: Readonly<Record<string, string>> = {
  onTrack: ':check: on track',
  atRisk: ':warning: at risk',
  offTrack: ':cross_mark: off track',
}

/** A report on how something goes. */
const report = (noun: string): EventReader =>
  byField('action', {
    create: (payload) => {
      const name = payload.text(`data.${noun}.name`)
      const health = entryOf(healths, payload.text('data.health')) ?? ''
      return {
        topic: name || noun,
        content: lines(
          `${joinWords(
            bold(actor(payload)),
            'wrote an update on the',
            noun,
            link(name, addressOf(payload)),
            health && `(${health})`,
          )}:`,
          quote(payload.text('data.body')),
        ),
      }
    },
    update: notShown,
    remove: notShown,
  })

export const projectUpdates = report('project')
export const initiativeUpdates = report('initiative')

/** A span of time for which a team plans its work. */
const cycle = (payload: Payload): string => payload.text('data.name') || joinWords('Cycle', payload.text('data.number'))

export const cycles = byField('action', {
  create: notShown,
  update: (payload) =>
    payload.has('data.completedAt') && isChanged(payload, 'completedAt')
      ? { topic: cycle(payload), content: `${link(cycle(payload), addressOf(payload))} was completed.` }
      : 'not_shown',
  remove: notShown,
})

export const documents = byField('action', {
  create: named('document', 'created'),
  update: notShown,
  remove: named('document', 'deleted'),
})

export const customers = byField('action', {
  create: named('customer', 'added'),
  update: notShown,
  remove: notShown,
})

export const customerRequests = byField('action', {
  create: (payload) => {
    const customer = payload.text('data.customer.name')
    return {
      topic: customer || 'customer requests',
      content: lines(
        `${joinWords(bold(actor(payload)), 'added a', link('request', addressOf(payload)), customer && `of ${bold(customer)}`)}:`,
        quote(payload.text('data.body')) || 'It has no text.',
      ),
    }
  },
  update: notShown,
  remove: notShown,
})
