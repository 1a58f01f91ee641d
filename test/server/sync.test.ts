import { expect, test } from 'vitest'
import { actionTable } from '../../src/actions'
import { newRealm } from '../kit'
import { everyScenario, withoutScenario } from './sync/scenarios/all'
import { modern } from './sync/watcher'

test('every action has a scenario, or a reason to have none', () => {
  const names = [...Object.keys(actionTable.actions), ...Object.keys(actionTable.systemActions)]
  const spoken = new Set([...everyScenario.map(({ action }) => action), ...Object.keys(withoutScenario)])
  expect(names.filter((name) => !spoken.has(name))).toEqual([])
})

test('no scenario and no reason is about an action that there is not', () => {
  const names = [...Object.keys(actionTable.actions), ...Object.keys(actionTable.systemActions)]
  const spoken = [...everyScenario.map(({ action }) => action as string), ...Object.keys(withoutScenario)]
  expect(spoken.filter((name) => !names.includes(name))).toEqual([])
})

test('no two scenarios are told alike', () => {
  const titles = everyScenario.map(({ title }) => title)
  expect(titles.filter((title, place) => titles.indexOf(title) < place)).toEqual([])
})

test('clients of the scenarios name every part of the state', async () => {
  const { owner } = await newRealm()
  const named = await owner.post('/register', modern)
  const all = await owner.post('/register', { ...modern, event_types: null, fetch_event_types: null })
  expect(Object.keys(named).toSorted()).toEqual([...Object.keys(all), 'bot_offers', 'scheduled_messages'].toSorted())
})
