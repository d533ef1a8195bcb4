/**
 * Words of the web of genres: subjects with their terms, and sentences by which pages of a kind speak of themselves, in
 * English and Portuguese. In sentences `{t}` is a term of the subject, `{s}` its name, `{c}` a city, `{p}` a person,
 * `{o}` an organisation, `{n}` a number.
 */
export const languages = ['en', 'pt'] as const;
export type Language = (typeof languages)[number];

/** Kinds that a topic may ask for, then those that are only in the way. */
export const genreNames = ['syllabus', 'job', 'sale', 'review'] as const;
export const kinds = [...genreNames, 'article', 'news'] as const;
export type Kind = (typeof kinds)[number];

export interface SubjectWords {
  name: string;
  /** Terms; the first ten are those that an expert would name. */
  terms: string[];
}

const subject = (name: string, terms: string): SubjectWords => ({
  name,
  terms: terms.split(',').map((term) => term.trim()),
});

export const subjects: Record<string, Record<Language, SubjectWords>> = {
  databases: {
    en: subject(
      'databases',
      'database, sql, query, relational model, transaction, index, schema, normalization, concurrency, recovery, storage, tuple, join, trigger, replica, log, key, view, optimizer, table',
    ),
    pt: subject(
      'bancos de dados',
      'banco de dados, sql, consulta, modelo relacional, transação, índice, esquema, normalização, concorrência, recuperação, armazenamento, tupla, junção, gatilho, réplica, registro, chave, visão, otimizador, tabela',
    ),
  },
  photography: {
    en: subject(
      'photography',
      'camera, lens, exposure, aperture, shutter, tripod, portrait, flash, focus, film, sensor, darkroom, contrast, filter, zoom, negative, print, composition, lighting, landscape',
    ),
    pt: subject(
      'fotografia',
      'câmera, lente, exposição, abertura, obturador, tripé, retrato, flash, foco, filme, sensor, laboratório, contraste, filtro, zoom, negativo, revelação, composição, iluminação, paisagem',
    ),
  },
  gardening: {
    en: subject(
      'gardening',
      'garden, soil, seed, compost, pruning, greenhouse, seedling, fertilizer, watering, shrub, lawn, spade, mulch, bulb, hedge, weed, pot, orchard, bloom, harvest',
    ),
    pt: subject(
      'jardinagem',
      'jardim, solo, semente, adubo, poda, estufa, muda, fertilizante, rega, arbusto, gramado, pá, cobertura, bulbo, cerca viva, praga, vaso, pomar, floração, colheita',
    ),
  },
  nursing: {
    en: subject(
      'nursing',
      'nurse, patient, ward, dosage, wound, bandage, hygiene, injection, pulse, bedside, clinic, fever, catheter, triage, vaccine, recovery room, midwife, thermometer, diagnosis, infusion',
    ),
    pt: subject(
      'enfermagem',
      'enfermeiro, paciente, enfermaria, dosagem, ferida, curativo, higiene, injeção, pulso, leito, clínica, febre, cateter, triagem, vacina, sala de recuperação, parteira, termômetro, diagnóstico, soro',
    ),
  },
  accounting: {
    en: subject(
      'accounting',
      'accounting, audit, balance sheet, ledger, tax, invoice, assets, liabilities, depreciation, payroll, income, cash flow, budget, equity, revenue, voucher, inventory, expense, creditor, dividend',
    ),
    pt: subject(
      'contabilidade',
      'contabilidade, auditoria, balanço patrimonial, razão, imposto, fatura, ativos, passivos, depreciação, folha de pagamento, receita, fluxo de caixa, orçamento, patrimônio, faturamento, recibo, inventário, despesa, credor, dividendo',
    ),
  },
  cycling: {
    en: subject(
      'cycling',
      'bicycle, wheel, brake, saddle, gear, pedal, frame, tyre, handlebar, helmet, chain, spoke, hub, crank, pump, puncture, derailleur, fork, rim, commuting',
    ),
    pt: subject(
      'ciclismo',
      'bicicleta, roda, freio, selim, marcha, pedal, quadro, pneu, guidão, capacete, corrente, raio, cubo, pedivela, bomba, furo, câmbio, garfo, aro, trilha',
    ),
  },
  guitars: {
    en: subject(
      'guitars',
      'guitar, string, fret, chord, tuning, amplifier, pickup, melody, fingerboard, strumming, bridge, capo, riff, scale, acoustic, bass, neck, plectrum, harmony, solo',
    ),
    pt: subject(
      'violões',
      'violão, corda, traste, acorde, afinação, amplificador, captador, melodia, escala, dedilhado, cavalete, capotraste, arpejo, ritmo, acústico, contrabaixo, braço, palheta, harmonia, solo',
    ),
  },
  beekeeping: {
    en: subject(
      'beekeeping',
      'bee, hive, honey, queen, swarm, wax, comb, drone, smoker, pollen, nectar, brood, apiary, veil, larva, colony, propolis, extractor, stinger, forager',
    ),
    pt: subject(
      'apicultura',
      'abelha, colmeia, mel, rainha, enxame, cera, favo, zangão, fumigador, pólen, néctar, cria, apiário, véu, larva, colônia, própolis, centrífuga, ferrão, campeira',
    ),
  },
};

export const subjectKeys: readonly string[] = Object.keys(subjects);

export interface KindWords {
  /** Of a hub that lists such pages. */
  hub: string;
  /** Directory in URLs. */
  path: string;
  titles: string[];
  sentences: string[];
}

export const kindWords: Record<Kind, Record<Language, KindWords>> = {
  syllabus: {
    en: {
      hub: 'Courses',
      path: 'courses',
      titles: ['Introduction to {s}', '{s}: syllabus', 'Advanced {s}', 'Course {n}: {s}'],
      sentences: [
        'Instructor: {p}. Office hours on Tuesdays.',
        'Prerequisites: an introductory course on {t}.',
        'Grading: two exams and a project about {t}.',
        'Course description: the course treats {t}, {t} and {t}.',
        'Credits: {n}. Class hours: {n} a week.',
        'Textbooks: {p}, “{t} and {t}”, and a reader.',
        'Outline: week one, {t}; week two, {t}; week three, {t}; week four, {t}.',
        'The objectives are to understand {t} and to work with {t}.',
        'Homework on {t} is due every second Friday.',
        'Students attend the lectures in {c} and hand in their assignments on {t}.',
        'Final exam: all topics from {t} to {t}.',
      ],
    },
    pt: {
      hub: 'Disciplinas',
      path: 'disciplinas',
      titles: ['Introdução a {s}', '{s}: ementa', '{s} II', 'Disciplina {n}: {s}'],
      sentences: [
        'Professor: {p}. Horário de atendimento às terças.',
        'Pré-requisitos: uma disciplina introdutória sobre {t}.',
        'Avaliação: duas provas e um trabalho sobre {t}.',
        'Ementa: a disciplina trata de {t}, {t} e {t}.',
        'Créditos: {n}. Carga horária: {n} horas por semana.',
        'Bibliografia básica: {p}, “{t} e {t}”.',
        'Conteúdo programático: primeira semana, {t}; segunda, {t}; terceira, {t}; quarta, {t}.',
        'Os objetivos são compreender {t} e trabalhar com {t}.',
        'Cronograma: a lista de exercícios sobre {t} é entregue a cada quinzena.',
        'Os alunos assistem às aulas em {c} e entregam os trabalhos sobre {t}.',
        'Prova final: todos os tópicos, de {t} até {t}.',
      ],
    },
  },
  job: {
    en: {
      hub: 'Vacancies',
      path: 'jobs',
      titles: ['{o} is looking for somebody in {s}', 'Job offer: {s} in {c}', 'Vacancy {n}: {s}', '{s}, {c}'],
      sentences: [
        'Company: {o}. Location: {c}.',
        'Salary: {n} hundred a month, with benefits.',
        'Requirements: work experience with {t} and {t}.',
        'Responsibilities: {t}, {t} and the daily {t}.',
        'Qualifications: a degree, or {n} years with {t}.',
        'Job type: full time. Work schedule: five days.',
        'Send your curriculum to {p} at {o}.',
        'We offer a career in {s} and training in {t}.',
        'The team in {c} takes care of {t}, {t} and {t}.',
        'Contact: {p}. Category: {s}.',
        'You bring good knowledge of {t}; {t} is an advantage.',
      ],
    },
    pt: {
      hub: 'Vagas',
      path: 'vagas',
      titles: ['{o} contrata em {s}', 'Vaga de emprego: {s} em {c}', 'Vaga {n}: {s}', '{s}, {c}'],
      sentences: [
        'Empresa: {o}. Local: {c}.',
        'Salário: {n} mil por mês, com benefícios.',
        'Requisitos: experiência com {t} e {t}.',
        'Atribuições: {t}, {t} e o trabalho diário com {t}.',
        'Formação: curso superior ou {n} anos com {t}.',
        'Contratação imediata. Horário de trabalho: cinco dias.',
        'Envie seu currículo para {p}, na {o}.',
        'Oferecemos carreira em {s} e treinamento em {t}.',
        'A equipe em {c} cuida de {t}, {t} e {t}.',
        'Contato: {p}. Área: {s}.',
        'Qualificações desejadas: {t}; {t} é um diferencial.',
      ],
    },
  },
  sale: {
    en: {
      hub: 'Products',
      path: 'products',
      titles: ['{t} {n}, new', 'Offer: {t} and {t}', '{t} by {o}', 'For sale: {t}'],
      sentences: [
        'Price: {n}9.90, with a discount of {n} per cent.',
        'Brand: {o}. Availability: in stock.',
        'Buy now and pay in {n} parcels.',
        'Add to your basket: {t}, {t} and {t}.',
        'Payment by card or transfer; shop in {c}.',
        'This product comes with {t} and {t}.',
        'Promotion: {t} at half the price this week.',
        'Customers who bought {t} also bought {t}.',
        'Categories: {s}, {t}, used {t}.',
        'Shipping to {c} within {n} days; contact {p}.',
        'The {t} is made for everyday {t} and lasts.',
      ],
    },
    pt: {
      hub: 'Produtos',
      path: 'produtos',
      titles: ['{t} {n}, novo', 'Oferta: {t} e {t}', '{t} da {o}', 'À venda: {t}'],
      sentences: [
        'Preço: {n}9,90, com desconto de {n} por cento.',
        'Marca: {o}. Disponibilidade: em estoque.',
        'Compre agora e pague em {n} parcelas.',
        'No carrinho: {t}, {t} e {t}.',
        'Pagamento à vista ou no cartão; loja em {c}.',
        'O produto acompanha {t} e {t}.',
        'Promoção: {t} pela metade do preço nesta semana.',
        'Quem comprou {t} também comprou {t}.',
        'Categorias: {s}, {t}, {t} usado.',
        'Entrega em {c} em até {n} dias, com frete grátis.',
        'Garantia de {n} meses para {t} e {t}.',
      ],
    },
  },
  review: {
    en: {
      hub: 'Reviews',
      path: 'reviews',
      titles: ['Review: {t} by {o}', 'Tested: {t}', '{t} and {t} compared', 'Our verdict on {t}'],
      sentences: [
        'Rating: {n} out of ten.',
        'Pros: {t} and {t}. Cons: {t}.',
        'Our verdict: {t} convinces, {t} does not.',
        'We tested {t} in {c} for {n} weeks.',
        'Reviewer: {p}. Overall: {n} stars.',
        'We recommend it to everybody who cares about {t}.',
        'Compared with {o}, the {t} is better and the {t} is worse.',
        'Conclusion: good value for money, if {t} matters more than {t}.',
        'What we like: {t}. What we dislike: {t}.',
        'Alternatives: {t} by {o}, or plain {t}.',
      ],
    },
    pt: {
      hub: 'Resenhas',
      path: 'resenhas',
      titles: ['Resenha: {t} da {o}', 'Testado: {t}', '{t} e {t} em comparação', 'Nosso veredito sobre {t}'],
      sentences: [
        'Nota: {n} de dez.',
        'Prós: {t} e {t}. Contras: {t}.',
        'Nosso veredito: {t} convence, {t} não.',
        'Foi testado com {t} em {c} durante {n} semanas.',
        'Avaliação de {p}: {n} estrelas.',
        'Recomendo a todos que se importam com {t}.',
        'Em comparação com {o}, {t} é melhor e {t} é pior.',
        'Conclusão: bom custo-benefício, se {t} importa mais do que {t}.',
        'O que agrada: {t}. O que não agrada: {t}.',
        'Alternativas: {t} da {o}, ou apenas {t}.',
      ],
    },
  },
  article: {
    en: {
      hub: 'Articles',
      path: 'articles',
      titles: ['What {t} is good for', 'A short history of {t}', '{t} and {t}', 'All about {t}'],
      sentences: [
        'Nobody can speak of {s} without a word on {t}.',
        'In the old days {t} was made in {c}, far from {t}.',
        'There are two schools: one starts with {t}, the other with {t}.',
        '{p} wrote about {t} before anybody else did.',
        'Where {t} ends, {t} begins, as every beginner learns.',
        'The word {t} is older than {t} and {t}.',
        'Some say that {t} depends on {t}; others disagree.',
        'It takes time to see why {t} and {t} belong together.',
        'A description of {t} would fill a book.',
        'The topics {t} and {t} come up again and again.',
      ],
    },
    pt: {
      hub: 'Artigos',
      path: 'artigos',
      titles: ['Para que serve {t}', 'Breve história de {t}', '{t} e {t}', 'Tudo sobre {t}'],
      sentences: [
        'Ninguém fala de {s} sem uma palavra sobre {t}.',
        'Antigamente {t} era coisa de {c}, longe de {t}.',
        'Há duas escolas: uma começa por {t}, a outra por {t}.',
        '{p} escreveu sobre {t} antes de todos.',
        'Onde termina {t} começa {t}, como todo iniciante aprende.',
        'A palavra {t} é mais antiga do que {t} e {t}.',
        'Alguns dizem que {t} depende de {t}; outros discordam.',
        'Leva tempo para ver por que {t} e {t} andam juntos.',
        'Uma descrição de {t} encheria um livro.',
        'Os temas {t} e {t} voltam sempre.',
      ],
    },
  },
  news: {
    en: {
      hub: 'News',
      path: 'news',
      titles: ['{o} opens in {c}', '{p} on {t}', '{c} talks about {t}', 'A prize for {p}'],
      sentences: [
        'The company {o} has moved to {c}.',
        'Students of {s} met in {c} last week; a new course starts in autumn.',
        '{p} received a prize for {t}.',
        'The price of {t} has risen by {n} per cent, shops say.',
        'The exams were moved because of rain, {p} said.',
        'Jobs in {s} are rare in {c}, although {o} is growing.',
        'The mayor praised {t} and promised more of it.',
        'A reader from {c} asks about {t}.',
        '{o} and {p} could not agree on the salary.',
      ],
    },
    pt: {
      hub: 'Notícias',
      path: 'noticias',
      titles: ['{o} chega a {c}', '{p} fala de {t}', '{c} discute {t}', 'Um prêmio para {p}'],
      sentences: [
        'A empresa {o} mudou-se para {c}.',
        'Alunos de {s} reuniram-se em {c}; uma nova disciplina começa no outono.',
        '{p} recebeu um prêmio por {t}.',
        'O preço de {t} subiu {n} por cento, dizem as lojas.',
        'As provas foram adiadas por causa da chuva, disse {p}.',
        'Há poucas vagas em {s} em {c}, embora a {o} cresça.',
        'O prefeito elogiou {t} e prometeu mais.',
        'Um leitor de {c} pergunta sobre {t}.',
        'A {o} e {p} não chegaram a um acordo sobre o salário.',
      ],
    },
  },
};

export const cities = [
  'Aveiro',
  'Belém',
  'Coimbra',
  'Dover',
  'Evora',
  'Fortaleza',
  'Galway',
  'Hull',
  'Ilhéus',
];
export const people = [
  'A. Moura',
  'B. Shaw',
  'C. Nunes',
  'D. Hale',
  'E. Prado',
  'F. Quinn',
  'G. Rosa',
  'H. Webb',
];
export const organisations = [
  'Alfa',
  'Borealis',
  'Candeia',
  'Delta',
  'Estrela',
  'Farol',
  'Gaivota',
  'Horizonte',
];

/** What is on every page of a site, and how its pages refer to each other. */
export const frameWords: Record<
  Language,
  { home: string; related: string; elsewhere: string; rights: string }
> = {
  en: { home: 'Home', related: 'See also', elsewhere: 'Elsewhere', rights: 'All rights reserved.' },
  pt: {
    home: 'Início',
    related: 'Veja também',
    elsewhere: 'Outros sites',
    rights: 'Todos os direitos reservados.',
  },
};
