import type { Examples } from '../examples'

const apple = 'q83vEjRWeJA='
const android = 'fGx2:APA91bHun4MxP5egoKMwt2KZFBaFUH-1RYqx'

export const examples: Examples = {
  addApnsToken: { params: { token: apple, appid: 'org.example.tides' }, answer: {} },
  removeApnsToken: { params: { token: apple }, answer: {} },
  addGcmToken: { params: { token: android }, answer: {} },
  removeGcmToken: { params: { token: android }, answer: {} },
}
