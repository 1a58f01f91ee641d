import type { EventReader } from '../integration'
import {
  amount,
  andMore,
  boldLink,
  bullets,
  escapeInline,
  facts,
  lines,
  link,
  quote,
  time,
  joinWords,
} from '../markdown'
import type { Payload } from '../payload'
import { entryOf } from '../tables'
import { alertIcon, type AlertState } from './alert'

/** Alerts that a message lists, and labels of each. */
const limits = { alerts: 10, labels: 6 }

/** Labels that the message tells elsewhere. */
const knownLabels = ['alertname', 'severity', 'grafana_folder']

/** What a group of alerts is called: by the name of its alerts, or else by what they have in common. */
const groupName = (payload: Payload): string =>
  payload.firstText('groupLabels.alertname', 'commonLabels.alertname') ||
  labelsOf(payload, 'groupLabels').join(', ') ||
  payload.firstText('receiver', 'title')

const labelsOf = (payload: Payload, path: string, except: ReadonlySet<string> = new Set()): string[] =>
  payload
    .entries(path)
    .filter(([name]) => !knownLabels.includes(name) && !except.has(name))
    .map(([name, value]) => `${name}: ${value.text('')}`)

const severities: Readonly<Record<string, AlertState>> = { warning: 'warning', info: 'information' }

/** How an alert stands, by its label `severity`. */
const stateOf = (status: string, severity: string): AlertState =>
  status === 'resolved' ? 'resolved' : (entryOf(severities, severity.toLowerCase()) ?? 'firing')

/** A group of alerts, as Alertmanager and those who took over its requests send it. */
export const alertGroup: EventReader = (payload) => {
  const alerts = payload.list('alerts')
  const firing = alerts.filter((alert) => alert.text('status') !== 'resolved')
  const isResolved = payload.text('status') === 'resolved'
  const state = stateOf(payload.text('status'), payload.text('commonLabels.severity'))
  const name = groupName(payload)
  return {
    topic: name,
    content: lines(
      `${alertIcon(state)} ${boldLink(name, groupPage(payload)) || 'An alert'} is ${isResolved ? 'resolved' : 'firing'}${
        alerts.length > 1 ? `: ${amount(isResolved ? alerts.length : firing.length, 'alert')}` : ''
      }.`,
      facts(commonFacts(payload)),
      alertList(payload, alerts),
      alerts.length === 1
        ? quote(alerts[0]!.text('annotations.description'))
        : quote(payload.text('commonAnnotations.description')),
    ),
    subject: `alerts ${payload.text('groupKey') || name}`,
  }
}

/** The page of an alert that stands alone, or else of all alerts. */
const groupPage = (payload: Payload): string =>
  payload.length('alerts') === 1 ? pageOf(payload.at('alerts.0')) : payload.text('externalURL')

const pageOf = (alert: Payload): string => alert.firstText('panelURL', 'dashboardURL', 'generatorURL')

function commonFacts(payload: Payload): Record<string, string> {
  const runbook = payload.text('commonAnnotations.runbook_url')
  return {
    Severity: escapeInline(payload.text('commonLabels.severity')),
    Folder: escapeInline(payload.text('commonLabels.grafana_folder')),
    Runbook: runbook === '' ? '' : link(runbook, runbook),
  }
}

function alertList(payload: Payload, alerts: readonly Payload[]): string {
  const common = new Set(payload.entries('groupLabels').map(([name]) => name))
  const isAlone = alerts.length === 1
  const alertLines = alerts
    .toSorted((a, b) => Number(a.text('status') === 'resolved') - Number(b.text('status') === 'resolved'))
    .slice(0, limits.alerts)
    .map((alert) => alertLine(alert, common, isAlone))
  return bullets(alertLines, andMore(alerts.length - alertLines.length, 'alert'))
}

function alertLine(alert: Payload, common: ReadonlySet<string>, isAlone: boolean): string {
  const labels = labelsOf(alert, 'labels', common).slice(0, limits.labels).join(', ')
  const summary = alert.firstText('annotations.summary', 'annotations.message')
  const isResolved = alert.text('status') === 'resolved'
  const moment = time(alert.text(isResolved ? 'endsAt' : 'startsAt'))
  const values = escapeInline(alert.text('valueString') === '' ? '' : valuesOf(alert))
  return joinWords(
    isAlone ? '' : alertIcon(stateOf(alert.text('status'), alert.text('labels.severity'))),
    isAlone ? escapeInline(summary || labels) : link(summary || labels || 'An alert', pageOf(alert)),
    summary === '' || labels === '' ? '' : `(${escapeInline(labels)})`,
    values && `with ${values}`,
    moment && `${isResolved ? 'until' : 'since'} ${moment}`,
  )
}

/** The values that an alert of Grafana compared: `B: 22.5`. */
const valuesOf = (alert: Payload): string =>
  alert
    .entries('values')
    .slice(0, limits.labels)
    .map(([name, value]) => `${name}: ${value.text('')}`)
    .join(', ')
