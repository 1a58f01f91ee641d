import type { Examples } from '../examples'

const home = 4001
const pets = 4002
const choices = { cat: { text: 'Cat', order: '1' }, dog: { text: 'Dog', order: '2' } }

export const examples: Examples = {
  createProfileField: {
    by: 'olga',
    params: { name: 'Home port', hint: 'Where your boat lies', field_type: 1 },
    answer: { id: home },
  },
  getProfileFields: {
    before: [
      {
        by: 'olga',
        ask: 'POST /realm/profile_fields',
        params: { name: 'Pet on board', field_type: 3, field_data: choices },
        answer: { id: pets },
      },
    ],
    answer: {
      custom_fields: [
        { id: home, name: 'Home port', type: 1, hint: 'Where your boat lies', field_data: '', order: 0 },
        { id: pets, name: 'Pet on board', type: 3, hint: '', field_data: JSON.stringify(choices), order: 1 },
      ],
    },
  },
  reorderProfileFields: { by: 'olga', params: { order: [pets, home] }, answer: {} },
  updateProfileField: { by: 'olga', params: { field_id: home, name: 'Harbour' }, answer: {} },
  updateProfileData: {
    params: {
      data: [
        { id: home, value: 'Berth **7**' },
        { id: pets, value: 'cat' },
      ],
    },
    answer: {},
  },
  removeProfileData: { params: { data: [pets] }, answer: {} },
  deleteProfileField: { by: 'olga', params: { field_id: pets }, answer: {} },
}
