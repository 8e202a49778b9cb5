import { expect, test } from "vitest";
import { isThanks } from "~/features/mail/receiving/thanks-filter";

const NAMES = ["Ada Lovelace", "Rita Moreau"];

const THANKS: Record<string, string[]> = {
  english: [
    "Thanks!",
    "Hi Ada,\n\nthank you so much for the quick help. It works now.\n\nBest regards\nRita",
    "Perfect 👍",
  ],
  german: ["Vielen Dank!", "Hallo Ada,\n\ndanke für die schnelle Hilfe, jetzt funktioniert es wieder.\n\nLG\nRita"],
  french: ["Merci beaucoup !", "Bonjour Ada,\nmerci pour votre aide, ça marche maintenant.\nCordialement, Rita"],
  spanish: ["Muchas gracias", "Hola Ada, ¡muchas gracias por la ayuda! Ya funciona. Saludos"],
  italian: ["Grazie mille!", "Ciao Ada, grazie per l'aiuto. Ora funziona tutto. Buona giornata"],
  portuguese: ["Muito obrigado!", "Olá Ada, obrigada pela ajuda. Já funciona. Cumprimentos"],
  dutch: ["Hartelijk dank", "Hoi Ada, bedankt voor de snelle hulp, het werkt weer. Groetjes"],
  swedish: ["Tack så mycket!", "Hej Ada! Tack för hjälpen, nu fungerar det igen. Mvh Rita"],
  polish: ["Dziękuję bardzo", "Dzień dobry, dziękuję za pomoc. Teraz wszystko działa. Pozdrawiam"],
  russian: ["Спасибо большое!", "Здравствуйте! Спасибо за помощь, теперь всё работает. С уважением, Rita"],
  japanese: ["ありがとうございます。", "お世話になっております。ご対応ありがとうございました。解決しました。"],
  chinese: ["谢谢！", "您好，感谢您的帮助，问题已经解决了。"],
};

test.each(Object.entries(THANKS))("recognises thanks in %s", (_, texts) => {
  expect(texts.filter((text) => !isThanks(text, NAMES))).toEqual([]);
});

test.each([
  "Thanks, but it still doesn't work.",
  "Thanks. Could you also look at the scanner?",
  "Does it work now?",
  "Thanks Otto", // no Otto on the task
  "Thank you for the help with printer 7 in room 12.",
  "Danke, geht leider nicht.",
  "Es funktioniert nicht",
  "Merci, mais cela ne marche toujours pas.",
  "Gracias, pero sigue sin funcionar",
  "Спасибо, но не работает",
  "ありがとうございます。まだ動きません。",
  "谢谢，但是还是不行。",
  "Ada",
  "",
  `Thanks! ${"Great. ".repeat(30)}`,
])("%s isn't just a thank-you", (text) => {
  expect(isThanks(text, NAMES)).toBe(false);
});
