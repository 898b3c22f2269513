package io.plantgate.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.asyncDispatch;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.post;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.plantgate.inlet.OperationRequests;
import io.plantgate.operation.Asked;
import io.plantgate.operation.OperationFixture;
import io.plantgate.operation.OperationRequest;
import io.plantgate.operation.OperationRequest.Door;
import io.plantgate.operation.Operations;
import io.plantgate.worklist.ItemKind;
import io.plantgate.worklist.ItemQuery;
import io.plantgate.worklist.SettlementOutcome;
import io.plantgate.worklist.Signature;
import io.plantgate.worklist.WorkItem;
import io.plantgate.worklist.WorkList;
import io.plantgate.worklist.WorkListProperties;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.format.support.DefaultFormattingConversionService;
import org.springframework.format.support.FormattingConversionService;
import org.springframework.http.MediaType;
import org.springframework.http.converter.json.Jackson2ObjectMapperBuilder;
import org.springframework.http.converter.json.MappingJackson2HttpMessageConverter;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.MvcResult;
import org.springframework.test.web.servlet.request.MockHttpServletRequestBuilder;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;

/** Operations over REST, on a conveyor that is a scripted device; who may come in is what the doors' test tells. */
class OperationsRestTest {

    private static final ObjectMapper JSON = Jackson2ObjectMapperBuilder.json().build();
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final OperationFixture site = new OperationFixture();
    private final Operations operations = site.node("node-1");
    private final Paging paging = new Paging(new WebProperties(50, 500, 10_000, 100_000, 1 << 27, 4, 65_536, 65_536));
    private final MockMvc http = MockMvcBuilders.standaloneSetup(
                    new OperationsController(operations, paging), new OperationWordsController(operations))
            .setControllerAdvice(new Problems())
            .setConversionService(conversion())
            .setMessageConverters(new MappingJackson2HttpMessageConverter(StrictJson.like(JSON, 65_536)))
            .build();

    @AfterEach
    void close() throws Exception {
        site.close();
    }

    @Test
    @Tag("W-21")
    void aWriteIsCreatedOnceAnsweredAgainAndContradictedWithBothDigests() throws Exception {
        MockHttpServletResponse first =
                ask("{'operationId':'OP7','target':'conveyor','command':'stop','validSeconds':60,'waitSeconds':30}");
        MockHttpServletResponse again =
                ask("{'operationId':'OP7','target':'conveyor','command':'stop','validSeconds':60}");
        MockHttpServletResponse other = ask(
                "{'operationId':'OP7','target':'conveyor','command':'speed','parameters':{'speed':17.31250},'validSeconds':60}");

        assertThat(first.getStatus()).as(first.getContentAsString()).isEqualTo(201);
        assertThat(first.getHeader("Location")).isEqualTo("/api/operations/OP7");
        assertThat(read(first).get("state").asText()).isEqualTo("SUCCEEDED");
        assertThat(read(first).get("pending").asBoolean()).isFalse();
        assertThat(again.getStatus()).isEqualTo(200);
        assertThat(read(again).get("resultId")).isEqualTo(read(first).get("resultId"));
        assertThat(other.getStatus()).isEqualTo(422);
        assertThat(read(other).get("type").asText()).isEqualTo("urn:plantgate:problem:idempotency-conflict");
        assertThat(read(other).get("firstDigest")).isEqualTo(read(first).get("digest"));
        assertThat(read(other).get("otherDigest").asText()).hasSize(64);
        assertThat(read(other).get("otherCanonBytes").asInt()).isPositive();
        assertThat(other.getContentAsString()).doesNotContain("17.3125");
    }

    @Test
    void theHistoryTellsEveryMoveWithOriginAndNode() throws Exception {
        ask("{'operationId':'OP7','target':'conveyor','command':'stop','validSeconds':60,'waitSeconds':30}");

        JsonNode story = read(asked(get("/api/operations/OP7")));
        long key = story.at("/operation/operationKey").asLong();

        assertThat(story.get("history"))
                .extracting(move ->
                        move.get("toState").asText() + " " + move.get("origin").asText())
                .containsExactly("RECEIVED client", "AUTHORISED node", "SENT node", "SUCCEEDED node");
        assertThat(story.at("/attempts/0/node").asText()).isEqualTo("node-1");
        assertThat(read(asked(get("/api/operations/@" + key)))).isEqualTo(story);
        assertThat(asked(get("/api/operations/OP7").param("client", "nobody")).getStatus())
                .isEqualTo(404);
        assertThat(read(asked(get("/api/operations").param("target", "conveyor")))
                        .get("items"))
                .hasSize(1);
        assertThat(read(asked(get("/api/equipment")))
                        .at("/items/0/ownership/compensation")
                        .asText())
                .isEqualTo("the shift");
    }

    @Test
    void whatCannotBeARequestIsAProblemThatNamesWhatToDo() throws Exception {
        assertProblem(ask("{'target':'conveyor','command':'stop','validSeconds':60}"), 400, "operation-id-missing");
        assertProblem(
                ask("{'operationId':'password=x','target':'conveyor','command':'stop','validSeconds':60}"),
                400,
                "operation-id-secret");
        assertProblem(ask("{'operationId':'OP7','target':'conveyor','command':'stop'}"), 400, "invalid-request");
        assertProblem(
                ask("{'operationId':'OP7','target':'press','command':'stop','validSeconds':60}"), 404, "not-found");
        assertProblem(
                ask("{'operationId':'OP7','target':'conveyor','command':'stop','validUntil':'2020-01-01T00:00:00Z'}"),
                410,
                "operation-expired");
        assertProblem(
                ask("{'operationId':'OP7','target':'conveyor','command':'stop','validSeconds':9999}"),
                422,
                "policy-refused");
        assertProblem(
                asked(post("/api/operations")
                        .principal(() -> "stranger")
                        .content(quoted(
                                "{'operationId':'OP7','target':'conveyor','command':'stop','validSeconds':60}"))),
                403,
                "client-not-allowed");
        assertProblem(ask("{'operationId':'OP8','speed':1}"), 400, "invalid-request");
    }

    @Test
    @Tag("W-43")
    void whatTimeHealsIsSaidToComeAgainAndUsesUpNoName() throws Exception {
        ask("{'operationId':'OP1','target':'conveyor','command':'jog','validSeconds':60}");
        ask("{'operationId':'OP2','target':'conveyor','command':'jog','validSeconds':60}");

        MockHttpServletResponse third =
                ask("{'operationId':'OP3','target':'conveyor','command':'jog','validSeconds':60}");

        assertProblem(third, 429, "operation-later");
        assertThat(Integer.parseInt(third.getHeader("Retry-After"))).isBetween(1, 60);
        assertThat(asked(get("/api/operations/OP3")).getStatus()).isEqualTo(404);
        JsonNode second = read(asked(get("/api/operations/OP2"))).get("operation");
        assertThat(second.get("similarTo").asText()).isEqualTo("OP1");
        assertThat(second.has("similarToClient")).isFalse();
    }

    @Test
    void approversAuthoriseOthersRequestsAndPeopleSettleTheUnknown() throws Exception {
        ask("{'operationId':'OP7','target':'conveyor','command':'start','validSeconds':60}");
        assertProblem(word("shift", "OP7/authorisation", "{'reason':'mine'}"), 403, "four-eyes");
        site.loseTheNextRequest();
        assertThat(word("anna", "OP7/authorisation", "{'reason':'agreed'}").getStatus())
                .isEqualTo(200);
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(site.state("OP7")).isEqualTo("unknown"));
        WorkItem item = items(ItemKind.OPERATION);

        assertProblem(word("anna", "OP7/authorisation", "{'reason':'again'}"), 409, "operation-state");
        assertProblem(word("anna", "OP7/settlement", "{'outcome':'FAILED','reason':'looked'}"), 400, "invalid-request");
        MockHttpServletResponse settled =
                word("anna", "OP7/settlement", "{'outcome':'FAILED','evidence':'it stands','reason':'looked'}");

        assertThat(settled.getStatus()).as(settled.getContentAsString()).isEqualTo(200);
        assertThat(item.open()).isTrue();
        assertThat(item.operation()).isEqualTo("shift/OP7");
        assertThat(items(ItemKind.OPERATION).open()).isFalse();
        assertThat(items(ItemKind.OPERATION).settledBy()).isEqualTo("anna");
    }

    @Test
    void aContradictionIsAWorkItemThatIsSettledOnItsOwn() throws Exception {
        ask("{'operationId':'OP7','target':'conveyor','command':'start','validSeconds':60}");
        ask("{'operationId':'OP7','target':'conveyor','command':'stop','validSeconds':60}");
        WorkItem item = items(ItemKind.OPERATION_CONFLICT);

        workList()
                .settle(
                        item.workItemId(),
                        SettlementOutcome.KEEP_FIRST,
                        null,
                        null,
                        new Signature("anna", "a wrong number was typed in"));

        assertThat(item.open()).isTrue();
        assertThat(items(ItemKind.OPERATION_CONFLICT).open()).isFalse();
    }

    @Test
    void behindAClosedDoorNothingIsWrittenAndEverythingAnswers() throws Exception {
        ask("{'operationId':'OP7','target':'conveyor','command':'stop','validSeconds':60,'waitSeconds':30}");
        door("{'state':'recovery','reason':'the store was restored'}");

        MockHttpServletResponse refused =
                ask("{'operationId':'OP8','target':'conveyor','command':'stop','validSeconds':60}");

        assertProblem(refused, 503, "in-recovery");
        assertThat(refused.getHeader("Retry-After")).isNotNull();
        assertThat(asked(get("/api/operations/OP7")).getStatus()).isEqualTo(200);
        assertThat(door("{'state':'open','reason':'looked through'}")
                        .get("changed")
                        .asBoolean())
                .isTrue();
        assertThat(read(asked(get("/api/operations/door"))).get("history")).hasSize(2);
        assertThat(ask("{'operationId':'OP8','target':'conveyor','command':'stop','validSeconds':60}")
                        .getStatus())
                .isEqualTo(201);
    }

    private JsonNode door(String body) throws Exception {
        return read(asked(post("/api/operations/door").content(quoted(body))));
    }

    private WorkItem items(ItemKind kind) {
        return workList()
                .items(new ItemQuery(kind, null, null, null), Long.MAX_VALUE, 2)
                .get(0);
    }

    private WorkList workList() {
        return new WorkList(site.database.dataSource(), null, null, WorkListProperties.defaults());
    }

    @ParameterizedTest
    @ValueSource(strings = {"+300000-01-01T00:00:00Z", "+1000000000-12-31T23:59:59Z", "-999999999-01-01T00:00:00Z"})
    void aTimeThatNoDatabaseKeepsIsAMistakeOfTheAskerAtEachDoorAndBlocksNone(String time) throws Exception {
        String body = "{'operationId':'OP7','target':'conveyor','command':'stop','validUntil':'" + time + "'}";
        MockHttpServletResponse posted = ask(body);
        OperationRequests.Answer queued = queued(OperationRequests.Way.AMQP, "anna", body);
        OperationRequests.Answer published = queued(OperationRequests.Way.MQTT, "anna", body);

        assertProblem(posted, 400, "invalid-request");
        assertThat(read(posted).get("detail").asText()).startsWith("validUntil: ");
        assertThat(queued.status()).isEqualTo(400).isEqualTo(published.status());
        assertProblem(asked(get("/api/operations").param("from", time)), 400, "invalid-request");
        assertProblem(asked(get("/api/operations").param("to", time)), 400, "invalid-request");
        assertThat(operations.ask(new OperationRequest(
                        "shift",
                        "shift",
                        Door.EFFECT,
                        "OP7",
                        "conveyor",
                        "stop",
                        null,
                        Instant.parse(time),
                        null,
                        null,
                        null)))
                .isInstanceOf(Asked.Invalid.class);
        assertThat(site.rows.count("operation")).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'validSeconds':'60'",
                "'validSeconds':true",
                "'validSeconds':60,'parameters':{'speed':1e2147483647}",
                "'validSeconds':60,'parameters':{'speed':[{'deep':1.5e-1000000001}]}",
                "'validSeconds':60,'parameters':{'speed':1e99999999999}"
            })
    void whatIsNoNumberOrTooFarAwayForOneIsRefused(String rest) throws Exception {
        assertProblem(
                ask("{'operationId':'OP7','target':'conveyor','command':'speed'," + rest + "}"),
                400,
                "invalid-request");
        assertThat(site.rows.count("operation")).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"lot;7", ".", "..", "50%", "a\\\\b", "door"})
    void anIdThatCouldNotBeAskedAboutIsRefusedAtTheDoor(String id) throws Exception {
        assertProblem(
                ask("{'operationId':'" + id + "','target':'conveyor','command':'stop','validSeconds':60}"),
                400,
                "invalid-request");
    }

    @ParameterizedTest
    @ValueSource(strings = {"door-7", "a.b", "...", "lot/7", "lot#7?a&c=d+e"})
    void anIdThatIsTakenIsAnsweredWhereItsLocationSays(String id) throws Exception {
        MockHttpServletResponse answer =
                ask("{'operationId':'" + id + "','target':'conveyor','command':'look','validSeconds':60}");

        assertThat(answer.getStatus()).isEqualTo(201);
        MockHttpServletResponse there = asked(get(URI.create(answer.getHeader("Location"))));
        assertThat(there.getStatus()).isEqualTo(200);
        assertThat(read(there).at("/operation/operationId").asText()).isEqualTo(id);
    }

    @Test
    void whatNeedsAnApprovalIsRefusedIfNobodyVouchesForAnAsker() throws Exception {
        String start = "{'operationId':'OP7','target':'conveyor','command':'start','validUntil':'"
                + Instant.now().plusSeconds(300) + "'}";

        OperationRequests.Answer unnamed = queued(OperationRequests.Way.AMQP, null, start);
        OperationRequests.Answer blank = queued(OperationRequests.Way.MQTT, " ", start.replace("OP7", "OP8"));
        OperationRequests.Answer named = queued(OperationRequests.Way.AMQP, "anna", start.replace("OP7", "OP9"));
        OperationRequests.Answer free = queued(
                OperationRequests.Way.AMQP, null, start.replace("OP7", "OP10").replace("start", "stop"));

        assertThat(unnamed.status()).isEqualTo(403).isEqualTo(blank.status());
        assertThat(JSON.readTree(unnamed.body()).get("detail").asText()).contains("user-id", "askerLevel");
        assertThat(site.rows.list("select state, code from operation where operation_id in ('OP7', 'OP8')"))
                .containsExactly("refused ASKER_NOT_NAMED", "refused ASKER_NOT_NAMED");
        assertThat(named.status()).isEqualTo(201).isEqualTo(free.status());
        assertThat(site.rows.one("select asked_by from operation where operation_id = 'OP9'"))
                .isEqualTo("anna");
    }

    @Test
    void aRequestThatIsLongerThanAnyIsNotReadToItsEnd() throws Exception {
        String members =
                IntStream.range(0, 10_000).mapToObj(i -> "'a" + i + "':1").collect(Collectors.joining(","));
        String large = "{'operationId':'OP7','target':'conveyor','command':'stop','parameters':{" + members + "}}";

        MockHttpServletResponse overHttp = ask(large);
        OperationRequests.Answer queued = queued(OperationRequests.Way.AMQP, "anna", large);

        assertThat(overHttp.getStatus()).isEqualTo(400).isEqualTo(queued.status());
        assertThat(overHttp.getContentAsString()).contains("longer or deeper");
        assertThat(new String(queued.body(), StandardCharsets.UTF_8)).contains("longer or deeper");
        assertThat(site.rows.count("operation")).isZero();
    }

    private OperationRequests.Answer queued(OperationRequests.Way way, String askedBy, String body) {
        return new QueuedOperations(operations, StrictJson.like(JSON, 65_536))
                .ask(way, "shift", askedBy, quoted(body).getBytes(StandardCharsets.UTF_8));
    }

    private static FormattingConversionService conversion() {
        FormattingConversionService conversion = new DefaultFormattingConversionService();
        new WebConfiguration().questionParameters().addFormatters(conversion);
        return conversion;
    }

    private MockHttpServletResponse ask(String body) throws Exception {
        return asked(post("/api/operations").content(quoted(body)));
    }

    private MockHttpServletResponse word(String person, String path, String body) throws Exception {
        return asked(post("/api/operations/" + path)
                .param("client", "shift")
                .principal(() -> person)
                .content(quoted(body)));
    }

    private MockHttpServletResponse asked(MockHttpServletRequestBuilder request) throws Exception {
        MockHttpServletRequestBuilder complete = request.contentType(MediaType.APPLICATION_JSON)
                .with(asked -> {
                    if (asked.getUserPrincipal() == null) {
                        asked.setUserPrincipal(() -> "shift");
                    }
                    return asked;
                });
        MvcResult result = http.perform(complete).andReturn();
        return result.getRequest().isAsyncStarted()
                ? http.perform(asyncDispatch(result)).andReturn().getResponse()
                : result.getResponse();
    }

    private static void assertProblem(MockHttpServletResponse answer, int status, String type) throws Exception {
        assertThat(answer.getStatus()).as(answer.getContentAsString()).isEqualTo(status);
        assertThat(read(answer).get("type").asText()).isEqualTo("urn:plantgate:problem:" + type);
    }

    private static String quoted(String json) {
        return json.replace('\'', '"');
    }

    private static JsonNode read(MockHttpServletResponse answer) throws Exception {
        return JSON.readTree(answer.getContentAsString());
    }
}
