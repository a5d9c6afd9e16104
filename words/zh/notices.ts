import { composeNotices } from '../notice-texts.ts'

export const notices = composeNotices({
  greeting: '{firstName}，您好：',
  labels: {
    when: '时间',
    clinicTime: '诊所当地时间',
    where: '地点',
    video: '视频',
    reference: '预约编号',
    amount: '金额',
    price: '价格',
    queue: '您的排队位置',
    ahead: '您前面的人数',
  },
  tokenTime: '{date}，{time} 起，{zone}',
  links: {
    forms: '请在就诊前填写',
    change: '更改、取消或告知您已到达',
    confirm: '请告知我们您会来',
    seeVisit: '查看预约',
    seeToken: '查看号码',
    cancelToken: '取消号码或告知您已到达',
    arrived: '告知您已到达',
    seeBooked: '查看预约内容',
    payVisit: '在线付款或查看预约',
    payPack: '在线付款或查看剩余次数',
    answerOffer: '尚未预约。请在此接受或拒绝该时间',
  },
  shortLinks: {
    forms: '请填写',
    confirm: '我会来',
    change: '更改或取消',
    pay: '付款',
    answer: '回复',
    queue: '您的排队位置',
  },
  confirmation: {
    subject: '您在 {clinic} 的预约：{date}，{time}',
    says: '您与 {practitioner} 的预约已成功。',
    short: '{clinic}：您与 {practitioner} 的预约已成功：{date}，{time}。',
  },
  reminder: {
    subject: '提醒：您在 {clinic} 的预约，{date}，{time}',
    says: '提醒您与 {practitioner} 的预约。',
    short: '{clinic}：您与 {practitioner} 的预约在 {date}，{time}。',
  },
  move: {
    subject: '您在 {clinic} 的预约有新时间：{date}，{time}',
    says: '您与 {practitioner} 的预约有新时间。',
    short: '{clinic}：您与 {practitioner} 的预约有新时间：{date}，{time}。',
  },
  cancellation: {
    subject: '您在 {clinic} 的预约已取消：{date}，{time}',
    says: '您与 {practitioner} 的预约已取消。',
    short: '{clinic}：您与 {practitioner} 在 {date}，{time} 的预约已取消。',
  },
  late: {
    subject: '{practitioner} 今天约晚 {minutesLate} 分钟：您在 {clinic} 的预约，{time}',
    says: '{practitioner} 今天约晚 {minutesLate} 分钟。您的预约时间不变，但可能相应推迟开始。',
    short:
      '{clinic}：{practitioner} 今天约晚 {minutesLate} 分钟。您 {time} 的预约可能相应推迟开始。',
  },
  tokenConfirmation: {
    subject: '您在 {clinic} 的号码：{token}，{date}',
    says: '您与 {practitioner} 的号码是 {token}。',
    short: '{clinic}：您与 {practitioner} 的号码是 {token}，{date}，{time} 起。',
  },
  tokenCancellation: {
    subject: '您在 {clinic} 的号码已取消：{token}，{date}',
    says: '您与 {practitioner} 在 {date} 的号码 {token} 已取消。',
    short: '{clinic}：您与 {practitioner} 在 {date} 的号码 {token} 已取消。',
  },
  expiry: {
    subject: '{clinic} 的预约未成立：{date}，{time}',
    says: '您与 {practitioner} 的预约未按时付款，已结束。若之后仍有款项到账，将全额退还。',
    short: '{clinic}：您在 {date}，{time} 的预约未按时付款，已结束。之后到账的款项将全额退还。',
  },
  refund: {
    subject: '您付给 {clinic} 的款项正在退还：{price}',
    says: '您与 {practitioner} 的预约结束之后，款项才到账。款项正在全额退还给您。',
    short: '{clinic}：预约结束之后，您的款项 {price} 才到账，正在全额退还。',
  },
  payment: {
    subject: '您需付给 {clinic} 的款项：{price}',
    says: '您与 {practitioner} 的预约需付款 {price}。',
    short: '{clinic}：您在 {date}，{time} 的预约需付款 {price}。',
  },
  packPayment: {
    subject: '您需付给 {clinic} 的款项：{price}',
    says: '{pack} 需付款 {price}。',
    short: '{clinic}：{pack} 需付款 {price}。',
  },
  forms: {
    subject: '您在 {clinic} 的预约表单：{date}，{time}',
    says: '请填写您与 {practitioner} 的预约表单。',
    short: '{clinic}：请填写您 {date}，{time} 的预约表单。',
  },
  turn: {
    subject: '{clinic} 即将轮到您：{token}',
    says: '{practitioner} 处即将轮到您。您的号码是 {token}。',
    short: '{clinic}：{practitioner} 处即将轮到您。您的号码是 {token}。',
  },
  offer: {
    subject: '{clinic} 有时间给您：{date}，{time}',
    says: '{practitioner} 有一个时间空出来了，为您保留到 {heldUntil}。',
    short: '{clinic}：{practitioner} 在 {date}，{time} 有空，为您保留到 {heldUntil}。',
  },
  thanks: '{clinic}：谢谢。您在 {date}，{time} 的预约已确认。',
})
