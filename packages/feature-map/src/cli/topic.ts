import { byteLength } from '../map/budget.ts';
import { rankTopic } from '../map/rank.ts';
import { featureMapReply } from '../map/reply.ts';
import { defineCommand } from './command.ts';
import { openProject } from './project.ts';
import { type Style, shown } from './style.ts';

/** Sections that are ranked for an explanation. */
const MOST_RANKED = 20;

export const command = defineCommand({
  operands: '<words...>',
  count: { min: 1, max: Number.POSITIVE_INFINITY },
  about:
    'Prints the reply that an agent gets from feature_map with this topic, and below\n' +
    'it why these sections: each word of the topic with the places where it was found.\n\n' +
    'Exit codes: 0 the map answers, 1 it does not cover the topic, 2 no map or a wrong\n' +
    'settings file.',
  options: {
    explain: { kind: 'flag', about: `scores, of up to ${MOST_RANKED} sections, whether shown or not` },
  },
  run(words, { explain, ...common }, here) {
    const { root, map, settings } = openProject(common, here);
    const topic = words.join(' ');
    const reply = featureMapReply(map, { topic }, settings);
    const isShown = (page: string, section: string) =>
      reply.shown.some((part) => part.page === page && part.section === section);
    const ranking = rankTopic(map, topic, MOST_RANKED).map((ranked) => ({
      ...ranked,
      shown: isShown(ranked.page, ranked.section),
    }));
    const covered = reply.shown.length > 0;
    return {
      exit: covered ? 0 : 1,
      text: (style) => [shown(reply.text, style), ...reasonLines(ranking, explain, style)].join('\n'),
      json: { root, topic, covered, bytes: byteLength(reply.text), reply: reply.text, ranking },
    };
  },
});

interface Reason {
  readonly page: string;
  readonly section: string;
  readonly score: number;
  readonly why: string;
  readonly shown: boolean;
}

function reasonLines(ranking: readonly Reason[], explain: boolean, style: Style): string[] {
  const listed = explain ? ranking : ranking.filter((reason) => reason.shown);
  if (listed.length === 0) return [];
  const lines = listed.map((reason) => {
    const name = style(reason.shown ? 'bold' : 'dim', shown(`${reason.page} > ${reason.section}`, style));
    const score = explain ? `${reason.score.toFixed(2).padStart(7)} ${reason.shown ? '*' : ' '} ` : '  ';
    return `${score}${name}: ${shown(reason.why, style)}`;
  });
  return ['', explain ? 'Scores (* is in the reply):' : 'Why these:', ...lines];
}
