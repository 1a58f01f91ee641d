import { byField, notShown, type EventReader } from '../../integration'
import { escapeInline, lines, link, quote } from '../../markdown'
import type { Payload } from '../../payload'
import { issueTopic } from './project'

/** Pull requests as links. */
const pullRequests = (requests: readonly Payload[]): string =>
  requests
    .slice(0, 5)
    .map((request) =>
      link(
        `${request.text('repo_name')} #${request.text('pull_request.pr_number')}`.replace(/ #$/, ''),
        request.firstText('pull_request.pr_url', 'url'),
      ),
    )
    .join(', ') || 'a pull request'

/** Seer, the agent of Sentry, looks for the cause of an issue. An issue is named by its number only. */
const found =
  (what: string, field: string): EventReader =>
  (payload) => ({
    topic: issueTopic('', `issue ${payload.text('data.group_id')}`),
    content: lines(`Seer ${what} issue ${escapeInline(payload.text('data.group_id'))}.`, quote(payload.text(field))),
  })

export const seer = byField('action', {
  root_cause_started: notShown,
  root_cause_completed: found('found the cause of', 'data.root_cause.one_line_description'),
  solution_started: notShown,
  solution_completed: found('found a solution of', 'data.solution.one_line_summary'),
  coding_started: notShown,
  // The pull request follows.
  coding_completed: notShown,
  pr_created: (payload) => ({
    topic: issueTopic('', `issue ${payload.text('data.group_id')}`),
    content: `Seer opened ${pullRequests(payload.list('data.pull_requests'))} for issue ${escapeInline(payload.text('data.group_id'))}.`,
  }),
})

/** The same for the issues that an alert chooses, with their names. */
const activity =
  (sentence: (payload: Payload) => string): EventReader =>
  (payload) => {
    const issue = payload.at('data.issue')
    const name = `${issue.text('shortId')} ${issue.text('title')}`
    return {
      topic: issueTopic(issue.text('project.slug'), issue.text('title')),
      content: lines(
        `Seer ${sentence(payload)} ${link(name, issue.firstText('web_url', 'permalink'))}.`,
        quote(payload.text('data.activity.details.summary')),
      ),
    }
  }

export const activityAlert = byField('data.activity.type', {
  seer_root_cause_started: notShown,
  seer_root_cause_completed: activity(() => 'found the cause of'),
  seer_solution_started: notShown,
  seer_solution_completed: activity(() => 'found a solution of'),
  seer_coding_started: notShown,
  seer_coding_completed: notShown,
  seer_pr_created: activity(
    (payload) => `opened ${pullRequests(payload.list('data.activity.details.pull_requests'))} for`,
  ),
  seer_pr_iteration_started: notShown,
  seer_pr_iteration_completed: activity(() => 'changed the pull request for'),
})
