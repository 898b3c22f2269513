package io.plantgate.operation;

import java.sql.SQLException;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.TransactionTemplate;

/** The database's side of operations: each step is a transaction, and none waits for a device. */
final class OperationStore {

    // Data exceptions, broken constraints, and statements that are wrong: the same fails again (PostgreSQL, appendix
    // A).
    private static final Set<String> FOR_GOOD = Set.of("22", "23", "42");

    private final JdbcClient jdbc;
    private final TransactionTemplate transactions;

    OperationStore(DataSource dataSource) {
        this.jdbc = JdbcClient.create(dataSource);
        this.transactions = new TransactionTemplate(new DataSourceTransactionManager(dataSource));
    }

    JdbcClient.StatementSpec sql(String sql) {
        return jdbc.sql(sql);
    }

    /**
     * Runs a step in one transaction.
     *
     * @throws DuplicateKeyException if another node was first; that is an answer
     * @throws OperationsUnreachableException if the database cannot do it now
     * @throws OperationsFaultException if it refuses it for good
     */
    <T> T inTransaction(Supplier<T> step) {
        try {
            return transactions.execute(status -> step.get());
        } catch (DuplicateKeyException e) {
            throw e;
        } catch (DataAccessException e) {
            throw failure(e);
        } catch (TransactionException e) {
            throw unreachable(e);
        }
    }

    /**
     * What a failure of the database means for whoever asked: an outage, or a fault that stays. A fault goes without its
     * cause, which tells whole rows and so parameters.
     */
    static RuntimeException failure(DataAccessException e) {
        return sqlState(e)
                .filter(OperationStore::staysWrong)
                .<RuntimeException>map(state -> new OperationsFaultException(
                        "The operations' database refuses a statement, and would again (SQLSTATE " + state + ")."))
                .orElseGet(() -> unreachable(e));
    }

    private static RuntimeException unreachable(RuntimeException e) {
        return new OperationsUnreachableException("The operations' database does not answer.", e);
    }

    private static Optional<String> sqlState(DataAccessException e) {
        return e.getMostSpecificCause() instanceof SQLException cause
                ? Optional.ofNullable(cause.getSQLState())
                : Optional.empty();
    }

    private static boolean staysWrong(String sqlState) {
        return sqlState.length() == 5 && FOR_GOOD.contains(sqlState.substring(0, 2));
    }
}
