import type { EventReader } from '../../integration'
import { bold, boldLink, lines, quote, time, joinWords } from '../../markdown'
import { addressOf } from './site'

const version =
  (verb: string): EventReader =>
  (payload) => ({
    topic: 'releases',
    content: lines(
      `The version ${bold(payload.text('version.name'))} ${verb}.`,
      quote(payload.text('version.description')),
    ),
    subject: `version ${payload.text('version.id')}`,
  })

export const versionReleased = version('was released')
export const versionUnreleased = version('is no longer released')

export const sprintStarted: EventReader = (payload) => {
  const end = time(payload.text('sprint.endDate'))
  return {
    topic: payload.text('sprint.name') || 'sprints',
    content: lines(
      `${joinWords('The sprint', bold(payload.text('sprint.name')), 'began', end && `and ends ${end}`)}.`,
      quote(payload.text('sprint.goal')),
    ),
  }
}

export const sprintClosed: EventReader = (payload) => ({
  topic: payload.text('sprint.name') || 'sprints',
  content: `${joinWords('The sprint', bold(payload.text('sprint.name')), 'was completed')}.`,
})

const project =
  (verb: string): EventReader =>
  (payload) => {
    const key = payload.text('project.key')
    const url = verb === 'was deleted' ? '' : addressOf(payload.text('project.self'), `browse/${key}`)
    return {
      topic: payload.text('project.name') || 'projects',
      content: `${joinWords('The project', boldLink(payload.text('project.name'), url), key && `(${bold(key)})`, verb)}.`,
    }
  }

export const projectCreated = project('was created')
export const projectDeleted = project('was deleted')
export const projectRestored = project('was restored')
export const projectArchived = project('was archived')
