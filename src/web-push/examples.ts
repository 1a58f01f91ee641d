import { varying, type Examples } from '../examples'

const device = 6001
const public_key = varying('BNbxGYNMhEIi9zrneh7mqV4oUanjLUJqFyFp7KNV7SKQYrk0Vc4wyhgnKMAhX1o5dHpxxGdNXjBJGgQQQQQQQQQ')

const registration = {
  endpoint: 'https://push.example.com/send/8f3a',
  p256dh: 'BLwHCw8NI468RCGyNWg8Il66srhqe2WZHst3zWbPMJ4mKhQ_J5743BAIbHgR_0XVfE_Q3nntLo6h_hQO5-ucr5w',
  auth: 'p3Fw50TLEV6m2GuxIxcoGw',
}

export const examples: Examples = {
  addWebPushDevice: {
    params: { ...registration, name: 'My phone' },
    answer: { device_id: device, public_key },
  },
  getWebPushDevices: {
    answer: {
      public_key,
      devices: [
        { id: device, name: 'My phone', host: 'push.example.com', created_at: 1_700_000_000, last_success: null },
      ],
    },
  },
  testWebPush: {
    params: { device_id: device },
    answer: { outcome: 'sent', service_status: varying(201, 200), service_answer: '' },
  },
  removeWebPushDevice: { params: { device_id: device }, answer: {} },
}
