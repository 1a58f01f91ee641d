import { byField, notShown, type EventReader } from '../../integration'
import { bold, boldLink, escapeInline, facts, lines, link, quote, time, joinWords } from '../../markdown'
import type { Payload } from '../../payload'
import { entryOf } from '../../tables'
import { projectLink, topicOf, who } from './project'

const releaseMessage = (payload: Payload, verb: string, text = '') => ({
  topic: topicOf(payload, 'releases'),
  content: lines(
    `The release ${link(payload.firstText('name', 'tag'), payload.text('url'))} of ${projectLink(payload)} was ${verb}.`,
    quote(text),
  ),
})

/** A release. GitLab does not say who made it. */
export const release = byField('action', {
  create: (payload) => releaseMessage(payload, 'published', payload.text('description')),
  update: notShown,
  delete: (payload) => releaseMessage(payload, 'deleted'),
})

const milestoneMessage =
  (verb: string): EventReader =>
  (payload) => ({
    topic: topicOf(payload, 'milestones'),
    content: `The milestone ${bold(payload.text('object_attributes.title'))} of ${projectLink(payload)} was ${verb}.`,
  })

export const milestone = byField('action', {
  create: milestoneMessage('created'),
  close: milestoneMessage('closed'),
  reopen: milestoneMessage('reopened'),
})

const wikiMessage =
  (verb: string): EventReader =>
  (payload) => ({
    topic: topicOf(payload, 'wiki'),
    content: `${who(payload)} ${verb} the wiki page ${link(
      payload.text('object_attributes.title'),
      verb === 'deleted' ? '' : payload.text('object_attributes.url'),
    )}.`,
  })

export const wikiPage = byField('object_attributes.action', {
  create: wikiMessage('created'),
  update: wikiMessage('edited'),
  delete: wikiMessage('deleted'),
})

export const featureFlag: EventReader = (payload) => ({
  topic: topicOf(payload, 'feature flags'),
  content: `${who(payload)} turned ${payload.flag('object_attributes.active') ? 'on' : 'off'} the feature flag ${bold(
    payload.text('object_attributes.name'),
  )}.`,
})

const vulnerabilityVerbs: Readonly<Record<string, string>> = {
  detected: 'was found',
  confirmed: 'was confirmed',
  dismissed: 'was dismissed',
  resolved: 'was resolved',
}

export const vulnerability: EventReader = (payload) => {
  const state = payload.text('object_attributes.state').toLowerCase()
  const verb = entryOf(vulnerabilityVerbs, state)
  if (verb === undefined) return 'unknown'
  const icon = state === 'dismissed' || state === 'resolved' ? ':check:' : ':warning:'
  const title = payload.text('object_attributes.title')
  return {
    topic: topicOf(payload, 'security'),
    content: lines(
      `${icon} Vulnerability ${boldLink(title, payload.text('object_attributes.url'))} ${verb}.`,
      facts({ Severity: escapeInline(payload.text('object_attributes.severity').toLowerCase()) }),
    ),
    subject: `vulnerability ${payload.firstText('object_attributes.url', 'object_attributes.title')}`,
  }
}

export const accessToken: EventReader = (payload) => ({
  topic: topicOf(payload, 'access tokens'),
  content: `:warning: ${joinWords(
    'The access token',
    bold(payload.text('object_attributes.name')),
    payload.has('project') ? `of ${projectLink(payload)}` : '',
    'expires',
    time(payload.text('object_attributes.expires_at')) || 'soon',
  )}.`,
})
